import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { nonce } from "./BodyEditor.tsx";
import { extensions } from "./editor.ts";

/** The whole source of a document whose fields cannot be read. */
export function SourceEditor({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (!host.current) return undefined;
    const options = { text, label: "Source", nonce: nonce(), isMarkdown: false, onChange: (next: string) => latest.current(next), onData: () => false };
    const editor = new EditorView({ parent: host.current, state: EditorState.create({ doc: text, extensions: extensions(options) }) });
    return () => editor.destroy();
    // The editor keeps its own text.
  }, []);
  return <div ref={host} className="editor source" />;
}
