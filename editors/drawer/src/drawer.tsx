/** Entry point: shows the drawer in the shell page. */

import { createRoot } from "react-dom/client";
import { takeCode, takeToken } from "./api/session.ts";
import { App } from "./app/App.tsx";
import { isPath } from "./page/messages.ts";
import "./drawer.css";

const root = document.getElementById("root");
if (root) {
  const { preview = "", start } = root.dataset;
  createRoot(root).render(<App token={takeToken()} code={takeCode()} preview={preview} start={isPath(start) ? start : "/"} />);
}
