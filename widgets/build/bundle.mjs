import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { build } from "esbuild";
import { drawings } from "./drawings.mjs";
import { fonts as cutFonts } from "./fonts.mjs";
import { inWidgets, noDefaultExport, root, slashed } from "./islands.mjs";

// The oldest browsers with all features that the styles need (cascade layers, :has, container queries).
// esbuild rewrites newer syntax, such as nested rules, for them.
const target = ["es2022", "chrome111", "firefox121", "safari16.4"];

/** Options of all outputs. They must not depend on the project's path, because the names of outputs are hashes of their content. */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  logLevel: "silent",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
  // Styles are in the theme, where Node would not find packages.
  nodePaths: [join(root, "node_modules")],
};

/**
 * Runs esbuild for pages, islands and the server. Returns {urls, imports, problems, warnings, whole}. A file with an error does not stop the
 * others; `whole` says whether everything was built.
 */
export async function bundle({ islands, styles, out, fonts }) {
  const results = await Promise.all([
    styleSheets({ styles, out, fonts }),
    browser({
      out,
      entryPoints: [{ in: join(root, "src/enhance/index.ts"), out: "enhance" }],
      plugins: [withoutStyles, drawings(styles)],
    }),
    // Bundled separately, so that the only shared chunk is React, which the islands below use.
    browser({
      out,
      entryPoints: islandEntries(islands.filter(({ live }) => live)),
      plugins: [withoutStyles, hydrating(islands)],
    }),
    browser({
      out,
      entryPoints: islandEntries(islands.filter(({ live }) => !live)),
      splitting: true,
      plugins: [withoutStyles, drawings(styles), hydrating(islands)],
    }),
    server({ islands, out, plugins: [withoutStyles, drawings(styles)] }),
  ]);
  const warned = results.flatMap((result) => result.warnings);
  const errors = [...results.flatMap((result) => result.errors), ...warned.filter(isBrokenStyle)];
  const problems = errors.map((each) => missingExport(each, islands) ?? problem(each));
  const warnings = warned.filter((each) => !isBrokenStyle(each)).map(problem);
  const outputs = Object.assign({}, ...results.slice(0, -1).map((result) => result.metafile.outputs));
  const whole = results.every((result) => result.errors.length === 0);
  const urls = urlsOf(outputs, { styles, out });
  return { urls, imports: importsOf(outputs, out), problems: unique(problems), warnings: unique(warnings), whole };
}

/** Bundles each style sheet that is directly in the folder `styles`, except those that another style sheet imports. */
async function styleSheets({ styles, out, fonts }) {
  const files = existsSync(styles) ? readdirSync(styles).filter((name) => name.endsWith(".css")) : [];
  const result = await browser({
    out,
    entryPoints: files.map((name) => ({ in: join(styles, name), out: basename(name, ".css") })),
    plugins: [withinTheme(styles), cutFonts(fonts)],
  });
  const { outputs } = result.metafile;
  const sheets = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint);
  for (const [path, { entryPoint }] of sheets) {
    const isImported = sheets.some(([other, { inputs }]) => other !== path && entryPoint in inputs);
    if (!isImported) continue;
    rmSync(resolve(root, path));
    delete outputs[path];
  }
  return result;
}

/** An esbuild plugin that lets style sheets use only files of their theme and of packages, because these files are published. */
function withinTheme(styles) {
  const theme = dirname(styles) + sep;
  return {
    name: "within-theme",
    setup(pipeline) {
      pipeline.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        const isElsewhere = kind === "entry-point" || /^([a-z]+:|\/\/)/i.test(path);
        if (isElsewhere || resolve(resolveDir, path).startsWith(theme)) return undefined;
        return { errors: [{ text: `${path} is outside of the theme` }] };
      });
    },
  };
}

/**
 * An esbuild plugin that refuses style sheets in scripts: pages load only the theme's style sheets, so they would not load
 * these.
 */
const withoutStyles = {
  name: "without-styles",
  setup(pipeline) {
    pipeline.onResolve({ filter: /\.css$/ }, ({ path }) => {
      const text = "write the styles in the theme's styles/, or import the file there: @import";
      return { errors: [{ text: `pages do not load ${path}, which a script imports`, notes: [{ text }] }] };
    });
  },
};

function islandEntries(islands) {
  return islands.map(({ name }) => ({ in: `hydrate:${name}`, out: name }));
}

function browser({ out, ...options }) {
  return run({
    ...common,
    ...options,
    outdir: join(out, "assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    format: "esm",
    target,
    legalComments: "external",
    loader: { ".woff2": "file", ".svg": "file", ".png": "file", ".jpg": "file", ".webp": "file", ".avif": "file" },
  });
}

function server({ islands, out, plugins }) {
  return run({
    ...common,
    plugins,
    stdin: { contents: serverEntry(islands), resolveDir: root, sourcefile: "server.js" },
    outfile: join(out, "server.cjs"),
    format: "cjs",
    platform: "node",
    target: "node20",
    legalComments: "none",
    // The source map is a separate file, because it is read only if an island throws.
    sourcemap: "external",
    sourcesContent: false,
  });
}

/**
 * An esbuild plugin that provides `hydrate:Name`, the client module of an island. Its default export activates the island's
 * HTML.
 */
function hydrating(islands) {
  const modules = new Map(islands.map((island) => [island.name, clientModule(island)]));
  return {
    name: "hydrate",
    setup(pipeline) {
      pipeline.onResolve({ filter: /^hydrate:/ }, ({ path }) => ({
        path: path.slice("hydrate:".length),
        namespace: "hydrate",
      }));
      pipeline.onLoad({ filter: /.*/, namespace: "hydrate" }, ({ path }) => ({
        contents: modules.get(path),
        loader: "js",
        resolveDir: root,
      }));
    },
  };
}

function clientModule({ name, file, live }) {
  if (live) return `export { default } from ${specifier(live)};\n`;
  return (
    `import Island from ${specifier(file)};\n` +
    `import { hydrate } from "./src/hydrate.ts";\n` +
    `export default (element, props) => hydrate(element, Island, props, ${JSON.stringify(name)});\n`
  );
}

function specifier(file) {
  return JSON.stringify(`./${inWidgets(file)}`);
}

function serverEntry(islands) {
  const imports = islands.map(({ name, file }) => `import ${name} from ${specifier(file)};`);
  return [
    `import { createElement } from "react";`,
    `import { renderToString } from "react-dom/server";`,
    ...imports,
    `const islands = { ${islands.map(({ name }) => name).join(", ")} };`,
    // React would add a preload for each picture that is not lazy, although the browser finds the picture itself just as early.
    `const preloads = /^(<link rel="preload"[^>]*>)+/;`,
    // The site generator replaces the prefix of the ids with one for each island of a page (crates/render/src/island.rs).
    `const options = { identifierPrefix: "__island__" };`,
    `export const render = (name, props) => renderToString(createElement(islands[name], props), options).replace(preloads, "");`,
  ].join("\n");
}

/** Runs esbuild and returns its errors instead of throwing them. */
async function run(options) {
  try {
    return await build(options);
  } catch (failure) {
    if (!Array.isArray(failure.errors)) throw failure;
    return { errors: failure.errors, warnings: failure.warnings, metafile: { outputs: {} } };
  }
}

/** Returns the URL of each output, by its logical name such as `islands/HeroSlider.js`. */
function urlsOf(outputs, { styles, out }) {
  const urls = {};
  for (const [path, output] of Object.entries(outputs)) {
    const url = urlOf(path, out);
    const inputs = Object.keys(output.inputs);
    if (output.entryPoint) urls[entryName(output.entryPoint)] = url;
    else if (!/\.(js|txt)$/.test(path) && inputs.length === 1) urls[fileName(inputs[0], styles)] = url;
  }
  return Object.fromEntries(Object.entries(urls).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function urlOf(path, out) {
  return `/${slashed(relative(out, resolve(root, path)))}`;
}

/** Returns the URLs of all modules that each output imports, directly or indirectly, by the URL of the output. */
function importsOf(outputs, out) {
  const closure = (path, found = new Set()) => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== "import-statement" || found.has(imported)) continue;
      found.add(imported);
      closure(imported, found);
    }
    return found;
  };
  const entries = Object.keys(outputs).filter((path) => outputs[path].entryPoint);
  return Object.fromEntries(entries.map((path) => [urlOf(path, out), [...closure(path)].map((each) => urlOf(each, out)).sort()]));
}

function entryName(entryPoint) {
  if (entryPoint.startsWith("hydrate:")) return `islands/${entryPoint.slice("hydrate:".length)}.js`;
  return entryPoint.endsWith(".css") ? `styles/${basename(entryPoint)}` : "enhance.js";
}

/** Returns the package path of a font, or the theme path of a picture. */
function fileName(input, styles) {
  const file = input.replace(/^font:\w+\//, "");
  const [, inPackage] = file.split("node_modules/");
  return inPackage ?? slashed(relative(join(styles, ".."), resolve(root, file)));
}

/** Returns whether a warning counts as an error, because browsers would ignore the rule or all that follows. Never for packages. */
function isBrokenStyle({ id, location }) {
  return id === "css-syntax-error" && !location?.file.includes("node_modules/");
}

/**
 * Returns the problem if an error says that an island has no default export, otherwise undefined. esbuild reports it in a
 * generated module.
 */
function missingExport({ text, location }, islands) {
  const [, path] = /^No matching export in "(.*)" for import "default"$/.exec(text) ?? [];
  const missing = path && resolve(root, path);
  const island = islands.find(({ file, live }) => missing === file || missing === live);
  if (!missing || !island || !(location?.file.startsWith("hydrate:") || location?.file === "server.js")) return undefined;
  return noDefaultExport(island, missing);
}

/** Returns the text of an esbuild note, with its line and file. */
function help({ text, location }) {
  return location ? `${text.replace(/[.:]$/, "")}: line ${location.line} of ${location.file.replace(/^.*\//, "")}` : text;
}

/** Returns what to do about a file or package that does not exist, or null if that is obvious. */
function howToResolve(path, notes) {
  if (notes.some(({ text }) => text.includes("built into node"))) {
    return "browsers do not have the modules of Node, and the scripts of islands run in browsers";
  }
  if (/^[./]/.test(path)) return null;
  const [scope, name] = path.split("/");
  return `install the package: run \`npm install ${scope.startsWith("@") ? `${scope}/${name}` : scope}\` in widgets/`;
}

function problem({ text, location, notes = [] }) {
  const [, path] = /^Could not resolve "(.*)"$/.exec(text) ?? [];
  if (path && !location) {
    const message = `there is no ${inWidgets(path)}`;
    return { file: path, line: 1, column: 1, length: 1, message, help: "create it: every page with islands loads this script" };
  }
  return {
    file: location ? resolve(root, location.file) : "",
    line: location?.line ?? 1,
    column: (location?.column ?? 0) + 1,
    length: location?.length ?? 1,
    message: text,
    help: path ? howToResolve(path, notes) : notes.map(help).join("\n") || null,
  };
}

/** Sorts problems by place and removes duplicates, because the bundles share most sources. */
function unique(problems) {
  const found = [...new Map(problems.map((each) => [JSON.stringify(each), each])).values()];
  return found.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
}
