/**
 * Marks side-effect-free statements of React Router, so that the bundler can drop unused code. Also hard-codes
 * conditions that only hold for a data router or framework mode, neither of which the portal uses; see
 * docs/decisions/0156-route-objects.md. A statement that a new version phrases differently is left unchanged.
 */
import type { Plugin } from "vite";

const FILE = /\/react-router\/dist\/development\/chunk-\w+\.mjs$/;
const EDITS: [from: RegExp, to: string][] = [
  // Assigning `displayName` would keep an unused component.
  [/^\w+\.displayName = "[^"]+";$/gm, ""],
  [/ = (React\d*\.(?:forwardRef|memo|createContext)\()/g, " = /* @__PURE__ */ $1"],
  [/ = (new (?:URL|Set|Map|WeakMap)\()/g, " = /* @__PURE__ */ $1"],
  // Data router.
  [/let dataRouterState = dataRouterOpts\?\.state;/, "const dataRouterState = void 0;"],
  [/return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/, "return useNavigateUnstable();"],
  [/let isTransitioning = routerState != null &&/, "let isTransitioning = false &&"],
  // Framework mode.
  [/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, "null"],
  [
    /(function usePrefetchBehavior\(.*\) \{)(\s*let frameworkContext = (React\d*)\.)/,
    "$1 return [false, $3.useRef(null), {}];$2",
  ],
];

/** Vite plugin for the production build only. */
export function pureRouter(): Plugin {
  return {
    name: "pure-router",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!FILE.test(id)) return undefined;
      return { code: EDITS.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
    },
  };
}
