/**
 * Marks side-effect-free statements of the router for the bundler, which its own build does not, so that unused code is
 * dropped. Fixes the conditions that only a data router or the framework mode fulfils: the portal uses neither, see
 * docs/decisions/0156-route-objects.md. A statement that a new version words otherwise stays as it is.
 */
import type { Plugin } from "vite";

const FILE = /\/react-router\/dist\/development\/chunk-\w+\.mjs$/;
const EDITS: [from: RegExp, to: string][] = [
  // Assigning `displayName` keeps an unused component.
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

/** Only in the portal's build. */
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
