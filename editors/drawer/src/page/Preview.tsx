import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { followAttention, type Attention } from "./attention.ts";
import { isPath, parse, type PageMessage, type Trail } from "./messages.ts";

/** What the drawer can ask of the page. */
export interface PreviewHandle {
  /** Shows another page of the site. */
  go(path: string): void;
  /** Outlines an element of a page, or none. */
  mark(place: { path: string; trail: Trail } | null): void;
  /** Moves the keyboard focus to the page. */
  focus(): void;
}

/** The page of the site, in a frame of another origin. With `picks`, a click reports what was clicked; otherwise it follows links. */
export function Preview(props: {
  origin: string;
  start: string;
  picks: boolean;
  onMessage: (message: PageMessage) => void;
  ref: Ref<PreviewHandle>;
}) {
  const { origin, start, picks, onMessage, ref } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const marked = useRef<{ path: string; trail: Trail } | null>(null);
  // Before its first message, the frame does not have the origin of the page.
  const isShown = useRef(false);
  // A page that reloads itself at the same time, because it was removed, would stay.
  const wanted = useRef<string | null>(null);
  const attention = useRef<Attention | null>(null);
  const load = (path: string) => frame.current && (frame.current.src = origin + path);
  const post = (message: object) => {
    if (isShown.current) frame.current?.contentWindow?.postMessage(message, origin);
  };

  useImperativeHandle(ref, () => ({
    go: (path) => {
      marked.current = null;
      if (!isPath(path)) return;
      wanted.current = path;
      load(path);
    },
    mark: (place) => {
      marked.current = place;
      post({ site: "mark", trail: place?.trail ?? null });
    },
    focus: () => frame.current?.focus(),
  }));

  useEffect(() => {
    if (!frame.current) return undefined;
    const followed = followAttention(frame.current);
    attention.current = followed;
    return followed.stop;
  }, []);
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = parse(event.data);
      if (!message) return;
      if (message.site === "shown") {
        isShown.current = true;
        post({ site: "pick", on: picks });
        if (marked.current?.path === message.path) post({ site: "mark", trail: marked.current.trail });
        else marked.current = null;
        const path = wanted.current;
        wanted.current = null;
        if (path !== null && new URL(path, origin).pathname !== message.path) load(path);
      } else if (!attention.current?.isByPerson()) return;
      onMessage(message);
    };
    window.addEventListener("message", receive);
    return () => window.removeEventListener("message", receive);
  });
  useEffect(() => post({ site: "pick", on: picks }), [picks]);

  return (
    <iframe
      ref={frame}
      className="preview"
      title="The page"
      src={origin + start}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
    />
  );
}
