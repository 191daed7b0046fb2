import { useEffect, useMemo, useState } from "react";
import { connect, pair } from "../api/client.ts";
import { startSession, takeCode, takeToken } from "../api/session.ts";
import { Editor } from "./Editor.tsx";
import { Pairing } from "./Pairing.tsx";

/** The whole page: the editor, and over it the question for a token while there is none that the program accepts. `code` is exchanged for one. */
export function App({ token, code, preview, start }: { token: string | null; code: string | null; preview: string; start: string }) {
  const [hasToken, setHasToken] = useState(token !== null);
  const [isPairing, setIsPairing] = useState(code !== null);
  const [session] = useState(() => startSession(token, setHasToken));
  const api = useMemo(() => connect(session), [session]);
  useEffect(() => {
    const exchange = (code: string | null) => {
      if (code === null) return;
      // A code that was used before leaves the token that the tab has.
      pair({ code }).then(session.accept, () => undefined).finally(() => setIsPairing(false));
    };
    const take = () => {
      const token = takeToken();
      if (token !== null) session.accept(token);
      exchange(takeCode());
    };
    exchange(code);
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [session, code]);
  return (
    <>
      <Editor api={api} preview={preview} start={start} />
      {!hasToken && !isPairing && <Pairing onPaired={session.accept} />}
    </>
  );
}
