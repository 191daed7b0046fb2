// `site language-server`, over standard input and output, by the client library of Visual Studio Code.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = protocol;

/** The program: SITE, or the one that the tests compile. */
const program = process.env.SITE ?? join(import.meta.dirname, "../../../target/debug/site");

const folder = mkdtempSync(join(tmpdir(), "site editor ü-"));
let server;
let connection;
/** Findings that were published last, by URI. */
const published = new Map();
/** Functions that wait for findings. */
let waiting = [];

const uri = (path) => pathToFileURL(join(folder, path)).href;
const saved = (path) => readFileSync(join(folder, path), "utf8");

before(async () => {
  execFileSync(program, ["init", ".", "--quiet"], { cwd: folder });
  server = spawn(program, ["language-server"], { stdio: ["pipe", "pipe", "inherit"] });
  connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (findings) => {
    published.set(findings.uri, findings);
    for (const look of waiting) look();
  });
  connection.listen();
  const workspaceEdit = { documentChanges: true, resourceOperations: ["create", "rename", "delete"] };
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: uri("."),
    workspaceFolders: [{ uri: uri("."), name: "site" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
      workspace: { workspaceEdit, fileOperations: { willRename: true } },
    },
  });
  assert.equal(capabilities.positionEncoding, "utf-16");
  await connection.sendNotification(protocol.InitializedNotification.type, {});
});

after(async () => {
  await connection.sendRequest(protocol.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await ended, 0);
  connection.dispose();
  rmSync(folder, { recursive: true });
});

const open = (path, text) =>
  connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: uri(path), languageId: "markdown", version: 1, text },
  });

const change = (path, version, text) =>
  connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: uri(path), version },
    contentChanges: [{ text }],
  });

/** Waits for the findings of a version of a document for which `isRight` holds. */
const findings = (path, version, isRight = () => true) =>
  new Promise((resolve) => {
    const look = () => {
      const last = published.get(uri(path));
      if (last?.version === version && isRight(last.diagnostics)) {
        waiting = waiting.filter((one) => one !== look);
        resolve(last.diagnostics);
      }
    };
    waiting.push(look);
    look();
  });

/** Returns the position after the only occurrence of a text. */
const after_ = (text, part) => {
  const before = text.slice(0, text.indexOf(part) + part.length).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
};

const page = (text) => `+++\ntitle = "New page"\ndescription = "A page that only the editor knows, which is not saved yet."\ntemplate = "page.html"\n+++\n${text}`;
const path = "content/pages/new.md";

test("findings of an unsaved page, and their fix", async () => {
  const text = page("🎉 [x](/abuot)\n");
  await open(path, text);
  const [finding] = await findings(path, 1, (all) => all.some((one) => one.code === "broken-link"));
  assert.equal(finding.code, "broken-link");
  assert.deepEqual(finding.range, { start: { line: 5, character: 7 }, end: { line: 5, character: 13 } });
  const [fix] = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri: uri(path) },
    range: finding.range,
    context: { diagnostics: [finding] },
  });
  assert.equal(fix.isPreferred, true);
  const [{ textDocument, edits }] = fix.edit.documentChanges;
  assert.deepEqual(textDocument, { uri: uri(path), version: 1 });
  assert.deepEqual(edits, [{ range: finding.range, newText: "/about" }]);
  await change(path, 2, text.replace("/abuot", edits[0].newText));
  const rest = await findings(path, 2);
  assert.ok(rest.every((one) => one.code !== "broken-link"));
});

test("findings that only site check has come after a pause, and stay at their text", async () => {
  const other = "content/pages/pause.md";
  const text = page("Some text.\n\n#### Deep\n");
  const isHeading = (one) => one.code === "heading-order";
  await open(other, text);
  const before = await findings(other, 1, (all) => all.some(isHeading));
  await change(other, 2, text.replace("Some text.", "Some text.\n\nMore of it."));
  const now = await findings(other, 2);
  const line = (all) => all.find(isHeading)?.range.start.line;
  assert.equal(line(now), line(before) + 2);
});

test("completion, hover, definition, references, symbols", async () => {
  const text = page("{{ site.name }} [home](/about) [x](/\n\n## Héading 🎉\n");
  await change(path, 3, text);
  const at = (part) => ({ textDocument: { uri: uri(path) }, position: after_(text, part) });
  const items = await connection.sendRequest(protocol.CompletionRequest.type, at("[x](/"));
  assert.ok(items.some((item) => item.label === "/about" && item.detail));
  const hover = await connection.sendRequest(protocol.HoverRequest.type, at("{{ site.na"));
  assert.match(hover.contents.value, /content\/site\.toml/);
  const definition = await connection.sendRequest(protocol.DefinitionRequest.type, at("(/abo"));
  assert.equal(definition.uri, uri("content/pages/about.md"));
  const context = { includeDeclaration: false };
  const references = await connection.sendRequest(protocol.ReferencesRequest.type, { ...at("(/abo"), context });
  assert.ok(references.some((one) => one.uri === uri(path)));
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument: { uri: uri(path) } });
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ["Héading 🎉"],
  );
  const documents = await connection.sendRequest(protocol.WorkspaceSymbolRequest.type, { query: "about" });
  assert.ok(documents.some((one) => one.location.uri === uri("content/pages/about.md")));
});

test("renaming a document mends links and adds a redirect", async () => {
  await change(path, 4, page("[x](/about) [y](about.md)\n"));
  const files = [{ oldUri: uri("content/pages/about.md"), newUri: uri("content/pages/company.md") }];
  const { documentChanges } = await connection.sendRequest(protocol.WillRenameFilesRequest.type, { files });
  const edits = new Map(documentChanges.map((one) => [one.textDocument.uri, one.edits.map((edit) => edit.newText)]));
  assert.deepEqual(edits.get(uri(path)), ["/company", "company.md"]);
  assert.deepEqual(edits.get(uri("content/pages/about.md")), ['aliases = ["/about"]\n']);
});

test("requests that are cancelled, unknown, or malformed", async () => {
  const source = new protocol.CancellationTokenSource();
  const hover = connection.sendRequest(
    protocol.HoverRequest.type,
    { textDocument: { uri: uri(path) }, position: { line: 0, character: 0 } },
    source.token,
  );
  source.cancel();
  await hover.catch((error) => assert.equal(error.code, protocol.LSPErrorCodes.RequestCancelled));
  const code = (expected) => (error) => error.code === expected;
  await assert.rejects(connection.sendRequest("site/unknown", {}), code(protocol.ErrorCodes.MethodNotFound));
  await assert.rejects(connection.sendRequest("textDocument/hover", { position: 1 }), code(protocol.ErrorCodes.InvalidParams));
  assert.equal(saved("content/pages/about.md").includes("aliases"), false);
});
