import { useEffect, useMemo, useState } from "react";
import { connect } from "../api/client.ts";
import { startSession, takeToken } from "../api/session.ts";
import { Editor } from "./Editor.tsx";
import { Pairing } from "./Pairing.tsx";

/** The whole page: the editor, and over it the question for a token while there is none that the program accepts. */
export function App({ token, preview, start }: { token: string | null; preview: string; start: string }) {
  const [hasToken, setHasToken] = useState(token !== null);
  const [session] = useState(() => startSession(token, setHasToken));
  const api = useMemo(() => connect(session), [session]);
  useEffect(() => {
    const take = () => {
      const token = takeToken();
      if (token !== null) session.accept(token);
    };
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [session]);
  return (
    <>
      <Editor api={api} preview={preview} start={start} />
      {!hasToken && <Pairing onPaired={session.accept} />}
    </>
  );
}
