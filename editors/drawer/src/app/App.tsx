import { useCallback, useMemo, useState } from "react";
import { connect } from "../api/client.ts";
import { forgetToken, keepToken } from "../api/session.ts";
import { Editor } from "./Editor.tsx";
import { Pairing } from "./Pairing.tsx";

/** The whole page: the editor, or the question for the PIN while there is no token that the program accepts. */
export function App(props: { token: string | null; preview: string; start: string }) {
  const [token, setToken] = useState(props.token);
  const onUnauthorized = useCallback(() => {
    forgetToken();
    setToken(null);
  }, []);
  const api = useMemo(() => (token === null ? null : connect(token, onUnauthorized)), [token, onUnauthorized]);
  if (api) return <Editor api={api} preview={props.preview} start={props.start} />;
  return (
    <Pairing
      onPaired={(token) => {
        keepToken(token);
        setToken(token);
      }}
    />
  );
}
