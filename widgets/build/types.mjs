import { join } from "node:path";
import ts from "typescript";
import { noDefaultExport, root } from "./islands.mjs";
import { schemaOf } from "./schema.mjs";

/**
 * Type-checks everything that reaches the browser and reads the exported `Props` of each island.
 * Returns {schemas: {name: JSON Schema}, problems}.
 */
export function checkTypes(islands) {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  // Only the tests have Node's types, because a browser has no Node.
  options.types = [];
  const others = ["src/drawings.d.ts", "src/hydrate.ts", "src/enhance/index.ts"].map((file) => join(root, file));
  const entries = [...islands.flatMap(({ file, live }) => (live ? [file, live] : [file])), ...others];
  const program = ts.createProgram(
    entries.filter((file) => ts.sys.fileExists(file)),
    options,
  );
  const problems = ts.getPreEmitDiagnostics(program).map(problem);
  const schemas = {};
  for (const island of islands) {
    try {
      schemas[island.name] = propsSchema(program, island);
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

function propsSchema(program, island) {
  const { name, file } = island;
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const exported = module ? checker.getExportsOfModule(module) : [];
  const props = exported.find((symbol) => symbol.name === "Props");
  if (!props) throw new PropsError(`island ${name} exports no type \`Props\``, "export interface Props { … }");
  if (!exported.some((symbol) => symbol.name === "default")) {
    const { message, help } = noDefaultExport(island, file);
    throw new PropsError(message, help);
  }
  try {
    return schemaOf(checker, checker.getDeclaredTypeOfSymbol(props));
  } catch (failure) {
    throw new PropsError(`props of island ${name}: ${failure.message}`);
  }
}

function problem({ file, start, length, messageText }) {
  const message = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (!file) return { file: "", line: 1, column: 1, length: 1, message, help: null };
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { file: file.fileName, line: line + 1, column: character + 1, length: length ?? 1, message, help: null };
}
