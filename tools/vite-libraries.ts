/**
 * Marks side-effect-free statements of the router for the bundler, which its own build does not, so that unused code is
 * dropped.
 */
import type { Plugin } from "vite";

const FILE = /\/react-router\/dist\/development\/chunk-\w+\.mjs$/;
const SAID: [from: RegExp, to: string][] = [
  // Assigning `displayName` keeps an unused component.
  [/^\w+\.displayName = "[^"]+";$/gm, ""],
  [/ = (React\d*\.(?:forwardRef|memo|createContext)\()/g, " = /* @__PURE__ */ $1"],
  [/ = (new (?:URL|Set|Map|WeakMap)\()/g, " = /* @__PURE__ */ $1"],
];

/** Only in the portal's build. */
export function pureRouter(): Plugin {
  return {
    name: "pure-router",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!FILE.test(id)) return undefined;
      return { code: SAID.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
    },
  };
}
