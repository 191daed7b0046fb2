import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { vi } from "vitest";
import { isKey, KEYS, type Engine } from "./engine.ts";

/** Name of an element's id in WebDriver (section 12.1). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Starts WebKitGTK on a display of its own, and drives it with WebDriver. The programs are in Debian's webkit2gtk-driver and xvfb. */
export async function startWebKit(driver: string, display: string): Promise<Engine> {
  const screen = spawn(display, ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(createInterface({ input: screen.stdio[3] as Readable }), "line")) as [string];
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" },
  });

  const call = async <T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const { value } = (await reply.json()) as { value: T & { error?: string; message?: string } };
    if (!reply.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await vi.waitFor(() => call("GET", "/status"), { timeout: 30_000 });
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  const session = `/session/${sessionId}`;
  const run = <T>(script: string, ...args: unknown[]) => call<T>("POST", `${session}/execute/sync`, { script, args });

  return {
    open: (url) => call("POST", `${session}/url`, { url }),
    read: (expression) => run(`return (${expression})`),
    // The driver refuses to press an element while the page is changing.
    click: (selector) =>
      vi.waitFor(
        async () => {
          const element = await call<Record<string, string>>("POST", `${session}/element`, { using: "css selector", value: selector });
          // The driver scrolls as smoothly as the page, and does not wait.
          await run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element);
          await call("POST", `${session}/element/${element[ELEMENT]}/click`, {});
        },
        { timeout: 5_000 },
      ),
    type: async (text) => {
      const keys = isKey(text) ? [KEYS[text]] : [...text];
      const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await call("POST", `${session}/actions`, { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    back: () => call("POST", `${session}/back`, {}),
    resize: async (width, height) => {
      await call("POST", `${session}/window/rect`, { width, height });
    },
    close: async () => {
      await call("DELETE", session).catch(() => {});
      await Promise.all([end(server), end(screen)]);
    },
  };
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
