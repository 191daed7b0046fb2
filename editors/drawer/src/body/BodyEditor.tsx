import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { reasonOf, type Api } from "../api/client.ts";
import type { Finding } from "../api/types.ts";
import { fileOf } from "../form/PictureField.tsx";
import { LinkOption } from "../form/LinkField.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Suggest } from "../ui/Suggest.tsx";
import { isFormatted, toMarkdown } from "../word/toMarkdown.ts";
import { insertLink, insertMarkdown, insertPicture, toggleHeading, toggleList, toggleMark } from "./commands.ts";
import { extensions, marksOf, setMarks } from "./editor.ts";

/** Returns the nonce that lets the content security policy accept the editor's styles. */
export const nonce = (): string => document.getElementById("root")?.dataset.nonce ?? "";

/** The text of a document as Markdown, with a toolbar. */
export function BodyEditor(props: {
  api: Api;
  document: string;
  text: string;
  findings: Finding[];
  /** Place to select. Another object selects again. */
  focus: { body: [number, number] } | null;
  onChange: (text: string) => void;
  onStatus: (status: string) => void;
}) {
  const { api, document: id, text, findings, focus, onChange, onStatus } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ onChange, onStatus });
  latest.current = { onChange, onStatus };
  const [isLinking, setIsLinking] = useState(false);

  const addPicture = async (file: File) => {
    latest.current.onStatus("Adding the picture…");
    try {
      const { markdown } = await api.addPicture(id, "", file);
      edit((state) => insertPicture(state, markdown));
      latest.current.onStatus("The picture is added. Write what it shows between the brackets.");
    } catch (error) {
      latest.current.onStatus(reasonOf(error));
    }
  };
  const edit = (change: (state: EditorState) => Parameters<EditorView["dispatch"]>[0]) => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch(change(editor.state));
    editor.focus();
  };

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const onData = (data: DataTransfer, editor: EditorView) => {
      const file = fileOf(data);
      const html = data.getData("text/html");
      if (html && isFormatted(html)) {
        editor.dispatch(insertMarkdown(editor.state, toMarkdown(html)));
        return true;
      }
      if (!file?.type.startsWith("image/")) return false;
      void addPicture(file);
      return true;
    };
    const options = {
      text,
      label: "Text",
      nonce: nonce(),
      isMarkdown: true,
      onChange: (next: string) => latest.current.onChange(next),
      onData,
      completion: { api, document: id },
    };
    const editor = new EditorView({ parent: host.current, state: EditorState.create({ doc: text, extensions: extensions(options) }) });
    view.current = editor;
    return () => editor.destroy();
    // The editor keeps its own text; only another document makes another editor.
  }, [id]);

  // Within the commit, `text` is what was typed last. An effect after it would bring back an older text while somebody types.
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    editor?.dispatch({ effects: setMarks.of(marksOf(findings, editor.state.doc.length)) });
  }, [findings]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !focus) return;
    const { length } = editor.state.doc;
    const [from, to] = focus.body.map((place) => Math.min(place, length)) as [number, number];
    editor.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    editor.focus();
    host.current?.scrollIntoView({ block: "center" });
  }, [focus]);

  const tool = (label: string, icon: Parameters<typeof Icon>[0]["name"] | null, action: () => void, isOpen?: boolean) => (
    <button type="button" className="icon-button" title={label} aria-label={label} aria-expanded={isOpen} onClick={action}>
      {icon ? <Icon name={icon} /> : <b aria-hidden="true">H</b>}
    </button>
  );
  return (
    <div className="body-editor">
      <div role="group" aria-label="Format the text" className="toolbar">
        {tool("Heading", null, () => edit(toggleHeading))}
        {tool("Bold", "bold", () => edit((state) => toggleMark(state, "**")))}
        {tool("Italic", "italic", () => edit((state) => toggleMark(state, "*")))}
        {tool("List", "list", () => edit((state) => toggleList(state, false)))}
        {tool("Numbered list", "numbers", () => edit((state) => toggleList(state, true)))}
        {tool("Link", "link", () => setIsLinking(!isLinking), isLinking)}
        {tool("Picture", "picture", () => input.current?.click())}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void addPicture(file);
          target.value = "";
        }}
      />
      {isLinking && (
        <LinkPanel
          api={api}
          document={id}
          onPick={(title, href) => {
            setIsLinking(false);
            edit((state) => insertLink(state, title, href));
          }}
        />
      )}
      <div ref={host} className="editor" />
    </div>
  );
}

/** Searches for a page, or takes an address, and links to it. */
function LinkPanel({ api, document, onPick }: { api: Api; document: string; onPick: (title: string, href: string) => void }) {
  const [text, setText] = useState("");
  const isAddress = /^(https?:\/\/|mailto:|tel:|\/)\S+$/.test(text.trim());
  return (
    <form
      className="link-panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAddress) onPick(text.trim(), text.trim());
      }}
    >
      <Suggest
        id="link-target"
        label="Where the link leads"
        placeholder="Search for a page, or paste an address"
        autoFocus
        value={text}
        find={(query) => api.links(document, query)}
        keyOf={({ url }) => url}
        onInput={setText}
        onPick={({ title, href }) => onPick(title, href)}
      >
        {LinkOption}
      </Suggest>
      <button disabled={!isAddress}>Link</button>
    </form>
  );
}
