import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `import Next from "theme:icons/next.svg"`: an esbuild plugin that imports a drawing of the theme as a React component, which takes a
 * className and is hidden from screen readers.
 */
export function drawings(styles) {
  return {
    name: "drawings",
    setup(pipeline) {
      // Use only the path in the theme, because the whole path would make the names of outputs depend on the project's folder.
      pipeline.onResolve({ filter: /^theme:.*\.svg$/ }, ({ path }) => ({
        path: path.slice("theme:".length),
        namespace: "drawing",
      }));
      pipeline.onLoad({ filter: /.*/, namespace: "drawing" }, ({ path }) => {
        try {
          const text = readFileSync(join(styles, "..", path), "utf8").replaceAll("\r\n", "\n");
          return { contents: component(text), loader: "js", resolveDir: import.meta.dirname };
        } catch (error) {
          return { errors: [{ text: error.code === "ENOENT" ? `the theme has no ${path}` : `${path}: ${error.message}` }] };
        }
      });
    },
  };
}

/** Returns the source of a module whose default export renders this SVG. */
export function component(text) {
  const svg = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(text);
  if (!svg) throw new Error("no <svg> element");
  const props = { "aria-hidden": true, focusable: false };
  for (const [, name, value] of svg[1].matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)) props[reactName(name)] = value;
  const inner = svg[2].trim().replace(/>\s+</g, "><");
  return (
    `import { createElement } from "react";\n` +
    `const props = ${JSON.stringify({ ...props, dangerouslySetInnerHTML: { __html: inner } })};\n` +
    `export default ({ className }) => createElement("svg", { className, ...props });\n`
  );
}

function reactName(name) {
  if (name === "class") return "className";
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
