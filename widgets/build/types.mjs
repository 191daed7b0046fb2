import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
// TypeScript 7 may change this interface in any version, so package.json names an exact one. Its counterpart `sync` is not used,
// because the compiler prints a message when that one ends it.
import { API } from "typescript/unstable/async";
import { noDefaultExport, root, slashed } from "./islands.mjs";
import { schemaOf } from "./schema.mjs";

/** Path of the configuration for the compiler. There is no such file: the compiler asks for it, and gets a text. */
const CONFIG = slashed(join(root, "tsconfig.bundle.json"));

/**
 * Type-checks everything that reaches the browser and reads the exported `Props` of each island.
 * Returns {schemas: {name: JSON Schema}, problems}.
 */
export async function checkTypes(islands) {
  const others = ["src/drawings.d.ts", "src/hydrate.ts", "src/enhance/index.ts"].map((file) => join(root, file));
  const entries = [...islands.flatMap(({ file, live }) => (live ? [file, live] : [file])), ...others];
  const config = JSON.stringify({
    extends: "./tsconfig.json",
    // Only the tests have Node's types, because a browser has no Node.
    compilerOptions: { types: [] },
    files: entries.filter((file) => existsSync(file)),
    include: [],
  });
  const compiler = new API({ cwd: root, fs: { readFile: (file) => (file === CONFIG ? config : undefined) } });
  try {
    const snapshot = await compiler.updateSnapshot({ openProjects: [CONFIG] });
    return await checked(snapshot.getProject(CONFIG), islands);
  } finally {
    await compiler.close();
  }
}

async function checked({ program, checker }, islands) {
  const ofSettings = await Promise.all([program.getConfigFileParsingDiagnostics(), program.getProgramDiagnostics()]);
  // With wrong settings, most other problems would be consequences.
  if (ofSettings.flat().length > 0) return { schemas: {}, problems: ofSettings.flat().map(problem) };
  const diagnostics = await Promise.all([
    program.getSyntacticDiagnostics(),
    program.getGlobalDiagnostics(),
    program.getSemanticDiagnostics(),
  ]);
  const problems = diagnostics.flat().map(problem);
  const schemas = {};
  for (const island of islands) {
    try {
      schemas[island.name] = await propsSchema(program, checker, island);
    } catch (failure) {
      if (!(failure instanceof PropsError)) throw failure;
      problems.push({ file: island.file, line: 1, column: 1, length: 1, message: failure.message, help: failure.help });
    }
  }
  return { schemas, problems };
}

class PropsError extends Error {
  constructor(message, help = null) {
    super(message);
    this.help = help;
  }
}

async function propsSchema(program, checker, island) {
  const { name, file } = island;
  const module = await checker.getSymbolAtLocation(await program.getSourceFile(file));
  const exported = module ? await checker.getExportsOfModule(module) : [];
  const props = exported.find((symbol) => symbol.name === "Props");
  if (!props) throw new PropsError(`island ${name} exports no type \`Props\``, "export interface Props { … }");
  if (!exported.some((symbol) => symbol.name === "default")) {
    const { message, help } = noDefaultExport(island, file);
    throw new PropsError(message, help);
  }
  const type = await checker.getDeclaredTypeOfSymbol(props);
  try {
    return await schemaOf(checker, type);
  } catch (failure) {
    throw new PropsError(`props of island ${name}: ${failure.message}`);
  }
}

function problem(diagnostic) {
  const { fileName, pos, end } = diagnostic;
  const message = messageOf(diagnostic);
  if (!fileName || fileName === CONFIG) {
    return { file: fileName ? join(root, "tsconfig.json") : "", line: 1, column: 1, length: 1, message, help: null };
  }
  const text = readFileSync(fileName, "utf8");
  const lines = text.slice(0, pos).split("\n");
  // The compiler counts UTF-16 code units, and the result counts bytes.
  const column = Buffer.byteLength(lines.at(-1)) + 1;
  const length = Buffer.byteLength(text.slice(pos, end));
  return { file: fileName, line: lines.length, column, length, message, help: null };
}

/** Returns the text of a diagnostic, with an indented line for each of its causes. */
function messageOf({ text, messageChain = [] }, indent = "") {
  return [`${indent}${text}`, ...messageChain.map((cause) => messageOf(cause, `${indent}  `))].join("\n");
}
