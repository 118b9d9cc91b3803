/**
 * Includes the modules that every page needs in the page's script, although each page loads lazily. Unused exports are
 * still removed.
 */
import { fileURLToPath } from "node:url";
import { normalizePath, type Plugin } from "vite";
import { BASIC } from "./chunks.ts";

const source = (path: string) => normalizePath(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));
const SCRIPT = source("app/main.tsx");
const included = new Set(BASIC.map(source));

/** Creates the plugin. Development needs none, since nothing is bundled there. */
export const scriptPlugin = (): Plugin => ({
  name: "portolan-script",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  transform(code, id) {
    if (id === SCRIPT)
      return { code: [...[...included].map((path) => `import ${JSON.stringify(path)};`), code].join("\n"), map: null };
    // Otherwise an import without names would be removed.
    return included.has(id) ? { code, map: null, moduleSideEffects: true } : undefined;
  },
});
