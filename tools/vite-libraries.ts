/** Tells the bundler what in the router is free of effects, which its own build does not say: what nobody imports can then go. */
import type { Plugin } from "vite";

const FILE = /\/react-router\/dist\/development\/chunk-\w+\.mjs$/;
const SAID: [from: RegExp, to: string][] = [
  // A name set on a component keeps the component in.
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
