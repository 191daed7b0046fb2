/** The program, with the site that `site init` creates under version control. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Path of the program; empty if it is not tested. */
export const SITE = process.env.SITE ?? "";

/** A running drawer. */
export interface Program {
  /** Folder of the site. */
  folder: string;
  /** Address of the drawer, with the token. */
  url: string;
  /** Runs Git in the folder, and returns its output. */
  git: (...words: string[]) => string;
  close: () => void;
}

/** Starts the drawer of a new site, whose only commit has the tag `begin`. */
export async function startProgram(): Promise<Program> {
  const temporary = mkdtempSync(join(tmpdir(), "drawer-"));
  const folder = join(temporary, "site");
  const made = spawnSync(SITE, ["init", folder], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  const git = (...words: string[]) => spawnSync("git", words, { cwd: folder, encoding: "utf8" }).stdout;
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "A writer");
  git("config", "user.email", "writer@example.com");
  git("add", "--all");
  git("commit", "--quiet", "--message=Begin");
  git("tag", "begin");
  const server = spawn(SITE, ["edit", "--port", "0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    server.stderr?.on("data", (data) => {
      printed += data;
      const found = /http:\/\/\S+#t=\w+/.exec(printed);
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error(printed)));
  });
  const close = () => {
    server.kill();
    rmSync(temporary, { recursive: true, force: true });
  };
  return { folder, url, git, close };
}
