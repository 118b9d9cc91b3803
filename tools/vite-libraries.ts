/**
 * Leaves out of the portal what it never uses of libraries that every page loads, where their own build keeps it in. Each cut names what it
 * takes; one that finds nothing to take, after an upgrade say, ends the build.
 */
import type { Plugin } from "vite";

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name: string };
  key?: { name: string };
  value?: Node;
  body?: Node | Node[];
}
interface Cut {
  /** End of the file's path. */
  file: string;
  /** Functions, and methods as `Class.method`, by what their body becomes; `never` throws. */
  functions?: Record<string, string>;
  /** Statements that go, by how they begin. */
  statements?: string[];
  /** Exact pieces of text. */
  texts?: [from: RegExp, to: string][];
}
const never = "leftOut()";
const LEFT_OUT: [RegExp, string] = [/$/, `\nfunction leftOut() { throw Error("left out of this build"); }\n`];
const all = (names: string, body: string) => Object.fromEntries(names.trim().split(/\s+/).map((name) => [name, body]));

const cuts: Cut[] = [
  {
    // A name set on a component, or a wrapper not marked as free of effects, keeps it in; links, forms and routes of the router are not used here.
    file: "react-router/dist/development/chunk-6KYCQHYJ.mjs",
    texts: [
      [/^\w+\.displayName = "[^"]+";$/gm, ""],
      [/ = (React\d*\.(?:forwardRef|memo|createContext)\()/g, " = /* @__PURE__ */ $1"],
      [/ = (new (?:URL|Set|Map|WeakMap)\()/g, " = /* @__PURE__ */ $1"],
    ],
  },
  {
    // Words come with the page and in one language, under plain keys, and say no other word and no format: there is no backend to connect.
    file: "i18next/dist/esm/i18next.js",
    functions: {
      ...all("createProxy keysFromSelector Translator.getUsedParamsDetails I18n.reloadResources I18n.getFixedT I18n.loadNamespaces I18n.loadLanguages I18n.dir I18n.cloneInstance", never),
      // Called for every word and for every value.
      "Interpolator.nest": "return str",
      "Formatter.constructor": "",
      "Formatter.init": "",
      "Formatter.format": "return value",
    },
    texts: [
      [/class Connector extends EventEmitter \{[\s\S]*?\n\}\n/, "class Connector extends EventEmitter {}\n"],
      LEFT_OUT,
    ],
  },
  {
    file: "react-dom/cjs/react-dom.production.js",
    statements: ["preconnect", "prefetchDNS", "preinit", "preinitModule", "preload", "preloadModule", "requestFormReset", "useFormState", "useFormStatus"].map((name) => `exports.${name} = `),
  },
  {
    file: "react-dom/cjs/react-dom-client.production.js",
    functions: {
      // Hydration: the server sends no markup, so nothing is ever dehydrated and no event waits for it.
      ...all(
        `updateDehydratedSuspenseComponent canHydrateInstance prepareToHydrateHostInstance attemptExplicitHydrationTarget accumulateOrCreateContinuousQueuedReplayableEvent queueIfContinuousEvent
        hideOrUnhideDehydratedBoundary getHydratableHoistableCache getNextHydratable getNextHydratableInstanceAfterHydrationBoundary throwOnHydrationMismatch registerSuspenseInstanceRetry
        clearHydrationBoundary pushTreeFork pushTreeId pushMaterializedTreeId`,
        never,
      ),
      ...all("popTreeContext retryIfBlockedOn clearIfContinuousEvent commitSuspenseHydrationCallbacks commitActivityHydrationCallbacks", ""),
      popHydrationState: "return !1",
      getParentHydrationBoundary: "return null",
      // View transitions: those that look for one find none.
      ...all(
        `startViewTransition measureViewTransitionHostInstancesRecursive applyViewTransitionToHostInstancesRecursive applyViewTransitionName restoreViewTransitionName createMeasurement
        commitAfterMutationEffectsOnFiber getViewTransitionClassName`,
        never,
      ),
      ...all(
        `commitExitViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions commitAppearingPairViewTransitions commitNestedViewTransitions measureNestedViewTransitions
        restorePairedViewTransitions restoreNestedViewTransitions restoreEnterOrExitViewTransitions accumulateSuspenseyCommitOnFiber`,
        "",
      ),
      // References to fragments.
      ...all("FragmentInstance commitNewChildToFragmentInstance deleteChildFromFragmentInstance", never),
      // Titles, styles, links and scripts that a component puts into the head; pictures and styles that a commit waits for.
      ...all(
        `getResource acquireResource suspendResource preload preloadModule preinitStyle preinitScript preinitModuleScript preconnectAs insertStylesheetIntoRoot preloadStylesheet createHoistableInstance
        preloadResourceAndSuspendIfNeeded mountHoistable`,
        never,
      ),
      isHostHoistableType: `if (1 !== hostContext && /^(meta|title|style|link|script)$/.test(type)) ${never}; return !1`,
      waitForCommitToBeReady: "return null",
      preloadInstanceAndSuspendIfNeeded: "workInProgress.flags &= -16777217",
      // Forms that carry their action, lists of suspended parts, parts that are drawn hidden.
      ...all("mountActionState updateActionStateImpl dispatchActionState runActionStateAction rerenderActionState ensureFormComponentIsStateful updateSuspenseListComponent cutOffTailIfNeeded updateActivityComponent", never),
      extractEvents$1: "",
    },
    statements: ["FragmentInstance.prototype.", "exports.hydrateRoot = ", "ReactDOMHydrationRoot.prototype.unstable_scheduleHydration = "],
    texts: [
      [/ReactDOMHydrationRoot\.prototype\.(render|unmount) =\s*/g, ""],
      [/\n {2}isHydrating = !1,/, "\n  hydrating = !1,"],
      [/\bisHydrating = ![01]/g, "0"],
      [/\n {2}hydrating = !1,/, "\n  isHydrating = !1,"],
      LEFT_OUT,
    ],
  },
];

/** An icon as the library draws it, without contexts and names for other frameworks; its parts never change places, so they need no keys. */
const ICON = `
import { createElement } from "react";
export default ({ name, node }) => ({ size = 24, strokeWidth = 2, className, ...rest }) =>
  createElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg", width: size, height: size, viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth, strokeLinecap: "round", strokeLinejoin: "round",
      className: "lucide lucide-" + name + (className ? " " + className : ""), "aria-hidden": rest["aria-label"] === undefined || undefined, ...rest,
    },
    ...node.map(([tag, attributes]) => createElement(tag, attributes)),
  );
`;

function cutFrom(code: string, program: Node[], { functions = {}, statements = [], texts = [], file }: Cut): string {
  const edits: { start: number; end: number; text: string }[] = [];
  const missing = new Set([...Object.keys(functions), ...statements]);
  const empty = (name: string, { body }: Node) => {
    if (!missing.delete(name)) return;
    const { start, end } = body as Node;
    edits.push({ start, end, text: `{ ${functions[name]} }` });
  };
  for (const node of program) {
    const statement = statements.find((one) => code.startsWith(one, node.start));
    if (node.type === "FunctionDeclaration") empty(node.id!.name, node);
    else if (node.type === "ClassDeclaration") for (const { key, value } of (node.body as Node).body as Node[]) empty(`${node.id!.name}.${key?.name}`, value!);
    else if (statement !== undefined) {
      edits.push({ start: node.start, end: node.end, text: "" });
      missing.delete(statement);
    }
  }
  let rest = code;
  for (const { start, end, text } of edits.toReversed()) rest = rest.slice(0, start) + text + rest.slice(end);
  for (const [from, to] of texts) {
    if (rest.search(from) === -1) missing.add(String(from));
    rest = rest.replace(from, to);
  }
  if (missing.size > 0) throw new Error(`${file} has no longer: ${[...missing].join(", ")}`);
  return rest;
}

/** Only in the build: development and tests run the whole libraries, so both ways are exercised. */
export function slimLibraries(): Plugin {
  return {
    name: "slim-libraries",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (id.endsWith("/lucide-react/dist/esm/createLucideIcon.mjs")) return { code: ICON, map: null };
      if (id.includes("/lucide-react/dist/esm/icons/")) return { code: code.replaceAll(/, key: "\w+"/g, ""), map: null };
      const cut = cuts.find(({ file }) => id.endsWith(`/node_modules/${file}`));
      return cut && { code: cutFrom(code, this.parse(code).body as unknown as Node[], cut), map: null };
    },
  };
}
