// The extension starts `site language-server`, which does everything else.

import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

/** The files that the server knows: documents, settings, and templates. */
const documentSelector = [
  { scheme: "file", pattern: "**/content/**/*.{md,toml,json}" },
  { scheme: "file", pattern: "**/themes/*/templates/**/*.{html,svg}" },
];

let client: LanguageClient | undefined;

/** Starts the server. Says what to do if the program does not exist. */
async function start(): Promise<void> {
  const command = workspace.getConfiguration("site").get("command", "site");
  const server: ServerOptions = { command, args: ["language-server"] };
  const options: LanguageClientOptions = { documentSelector };
  client = new LanguageClient("site", "site", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await window.showErrorMessage(`Cannot start \`${command} language-server\`: ${error}`, "Settings");
    if (choice) {
      await commands.executeCommand("workbench.action.openSettings", "site.command");
    }
  }
}

/** Stops the server, if it runs. */
async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

export async function activate(context: ExtensionContext): Promise<void> {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("site.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("site.command")) {
        void restart();
      }
    }),
  );
  await start();
}

export const deactivate = stop;
