import { EditorState, type ChangeDesc } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Api } from "../api/client.ts";
import type { Finding } from "../api/types.ts";
import { LinkOption } from "../form/LinkField.tsx";
import { filesOf, refusalOf } from "../ui/files.ts";
import { Icon } from "../ui/Icon.tsx";
import { Suggest } from "../ui/Suggest.tsx";
import { countPictures, isFormatted, toMarkdown } from "../word/toMarkdown.ts";
import { insertLink, insertMarkdown, insertPicture, toggleHeading, toggleList, toggleMark } from "./commands.ts";
import { extensions, marksOf, setMarks, setShown, textStart, type Place } from "./editor.ts";

/** Returns the nonce that lets the content security policy accept the editor's styles. */
export const nonce = (): string => document.getElementById("root")?.dataset.nonce ?? "";

const addedMessage = (count: number) =>
  count === 1 ? "The picture is added. Write what it shows between the brackets." : `${count} pictures are added. Write what each shows between its brackets.`;

const notPastedMessage = (count: number) =>
  count === 1
    ? "1 picture was not pasted. Save it as a file, and drop it into the text."
    : `${count} pictures were not pasted. Save them as files, and drop them into the text.`;

/** The text of a document as Markdown, with a toolbar. */
export function BodyEditor(props: {
  api: Api;
  document: string;
  text: string;
  findings: Finding[];
  /** Place to show. Another object shows it again. */
  focus: { body: [number, number]; isFinding?: boolean } | null;
  onChange: (text: string) => void;
  onStatus: (status: string) => void;
}) {
  const { api, document: id, text, findings, focus, onChange, onStatus } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ onChange, onStatus });
  latest.current = { onChange, onStatus };
  /** Places of pictures that are being added. */
  const awaited = useRef(new Set<{ place: number }>());
  const [isLinking, setIsLinking] = useState(false);

  /** Tells what became of data that was given to this text, unless it is no longer shown. */
  const report = (status: string) => host.current && latest.current.onStatus(status);
  const addPictures = async (files: File[], place: number) => {
    const isOne = files.length === 1;
    const added: string[] = [];
    const messages: string[] = [];
    const target = { place };
    awaited.current.add(target);
    for (const [index, file] of files.entries()) {
      report(isOne ? "Adding the picture…" : `Adding picture ${index + 1} of ${files.length}…`);
      try {
        added.push((await api.addPicture(id, "", file)).markdown);
      } catch (error) {
        const reason = refusalOf(file, error);
        messages.push(isOne ? reason : `“${file.name}” was not added: ${reason}`);
      }
    }
    awaited.current.delete(target);
    if (added.length > 0) {
      edit((state) => insertPicture(state, added.join("\n\n"), target.place));
      messages.unshift(addedMessage(added.length));
    }
    report(messages.join(" "));
  };
  const edit = (change: (state: EditorState) => Parameters<EditorView["dispatch"]>[0]) => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch(change(editor.state));
    editor.focus();
  };

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const onData = (data: DataTransfer, editor: EditorView, place: Place) => {
      const files = filesOf(data);
      const html = data.getData("text/html");
      const missing = countPictures(html);
      const markdown = isFormatted(html) || (missing > 0 && files.length === 0) ? toMarkdown(html) : "";
      if (markdown === "" && files.length > 0) {
        void addPictures(files, place.to);
        return true;
      }
      if (markdown !== "") editor.dispatch(insertMarkdown(editor.state, markdown, place));
      if (missing > 0) report(notPastedMessage(missing));
      return markdown !== "" || missing > 0;
    };
    const options = {
      text,
      label: "Text",
      nonce: nonce(),
      isMarkdown: true,
      onChange: (next: string, changes: ChangeDesc) => {
        for (const target of awaited.current) target.place = changes.mapPos(target.place, 1);
        latest.current.onChange(next);
      },
      onData,
      completion: { api, document: id },
    };
    const editor = new EditorView({ parent: host.current, state: EditorState.create({ doc: text, extensions: extensions(options) }) });
    view.current = editor;
    return () => {
      if (awaited.current.size > 0) latest.current.onStatus("");
      editor.destroy();
    };
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
    const scroll = EditorView.scrollIntoView(from, { y: "center" });
    const start = textStart(editor.state, from);
    // The next key would replace a selection.
    if (focus.isFinding) editor.dispatch({ selection: { anchor: from, head: to }, effects: scroll });
    else editor.dispatch({ selection: { anchor: start }, effects: [scroll, setShown.of(start)] });
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
        multiple
        accept="image/*"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) void addPictures(files, view.current?.state.selection.main.head ?? 0);
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
