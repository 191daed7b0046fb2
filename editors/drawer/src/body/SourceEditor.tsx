import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { filesOf, NO_PLACE } from "../ui/files.ts";
import { nonce } from "./BodyEditor.tsx";
import { extensions } from "./editor.ts";

/** The whole source of a document whose fields cannot be read. */
export function SourceEditor({ text, onChange, onStatus }: { text: string; onChange: (text: string) => void; onStatus: (status: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ onChange, onStatus });
  latest.current = { onChange, onStatus };
  useEffect(() => {
    if (!host.current) return undefined;
    const onData = (data: DataTransfer) => {
      if (filesOf(data).length === 0) return false;
      latest.current.onStatus(NO_PLACE);
      return true;
    };
    const options = { text, label: "Source", nonce: nonce(), isMarkdown: false, onChange: (next: string) => latest.current.onChange(next), onData };
    const editor = new EditorView({ parent: host.current, state: EditorState.create({ doc: text, extensions: extensions(options) }) });
    return () => editor.destroy();
    // The editor keeps its own text.
  }, []);
  return <div ref={host} className="editor source" />;
}
