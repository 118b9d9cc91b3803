/**
 * Translations outside of schemas, split so that each page loads only what it needs: `virtual:words/<lang>/<part>`
 * contains groups of `locales/<lang>/`, with the values of constants. Every text is in exactly one part.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { fillConstants } from "../server/core/fill-constants.ts";
import { compileSchemas } from "../server/payments/schemas.ts";

const PREFIX = "virtual:words/";
/** Files and keys of each part. */
const PARTS = {
  /** All pages including sign-in: shell and forms. */
  first: {
    app: "shell.json",
    engine: "engine.json",
    takes: (group, key) =>
      group === "app"
        ? !INSIDE.test(key) && !ACCOUNT.test(key) && !SIGN_IN.test(key)
        : !RECORDS.test(key) && !IMPORT.test(key) && !FORMS.test(key) && !GRID.test(key),
  },
  /** The sign-in page. */
  signIn: { app: "shell.json", takes: (_group, key) => SIGN_IN.test(key) },
  /** Pages for signed-in users. */
  inside: {
    app: "shell.json",
    engine: "engine.json",
    failures: "failures.json",
    takes: (group, key, used) =>
      group === "failures" ? used.has(key) : group === "app" ? INSIDE.test(key) : FORMS.test(key) && !GRID.test(key),
  },
  /** Lists and records. */
  records: { engine: "engine.json", takes: (_group, key) => RECORDS.test(key) },
  /** Rows of a form as a grid. */
  grid: { engine: "engine.json", takes: (_group, key) => GRID.test(key) },
  import: { engine: "engine.json", takes: (_group, key) => IMPORT.test(key) },
  /** Account settings, sessions and second factor. */
  account: { app: "shell.json", takes: (_group, key) => ACCOUNT.test(key) },
  /** The exchange, whose screens are hand-written. */
  swap: { app: "swap.json", takes: () => true },
  home: { app: "home.json", takes: (_group, key) => !SETUP.test(key) },
  /** The home page of a merchant who may not pay yet. */
  setup: { app: "home.json", takes: (_group, key) => SETUP.test(key) },
} satisfies Record<string, Part>;
/** File per group, and the keys to include. `said`: failures that the portal itself may show. */
type Part = Partial<Record<"app" | "engine" | "failures", string>> & {
  takes(group: string, key: string, used: ReadonlySet<string>): boolean;
};
const SIGN_IN =
  /^(demo|document)\.|^(signInLead|signInSub|demoTitle|demoHelp|register|forgot|toSignIn|signInLinks|documents|documentVersion|signInBy|byPassword|byCode|signInWorking|secondStep)$/;
/** Shell keys needed only after sign-in. */
const INSIDE =
  /^(idle|palette|bell|account|status|gate|gateGo|stepUp|unreachable)\.|^(bar$|crashed|menu|gateTitle|outdated|notFound|waiting$|goHome$|recorded$|stored$|verification\.name$)/;
/**
 * Texts of record forms and names of periods. Forms before sign-in have no drafts, steps, rows, stored secrets, files, dates
 * or review.
 */
const FORMS =
  /^form\.(draft|removeItem|added|andMore|removed|chosenOf|tagsHow|findIn|review|figures|before$|now$|inWords|pasted|secret|remarks|places|addRow|removeRow|move|sections|step|minutesLeft|savedAt|nextStep|previousStep|recent|chooseFile|orDrop|file|upload|openCalendar|month|weekdays|available|cleared|dialCode)|^table\.|^filter\.span\./;
const GRID = /^form\.(grid|pasted(Rows|Wrong|Left)|addMany|addThem|rowCount|rowRoom|pasteRows|cell$|total$)/;
const ACCOUNT = /^(settings|sessions|validator|recovery)\.|^verification\.(?!name)/;
const RECORDS = /^(list|detail|view|export|receipt)\.|^filter\.(?!span\.)/;
const IMPORT = /^import\./;
const SETUP = /^home\.(setup|status|step|preview|sample$)/;

/**
 * Failures shown without a response: preconditions, and why an event is disabled (`BlockReason` in
 * `server/lifecycle/guard.ts`).
 */
const listFailureKeys = (schemas: string): ReadonlySet<string> =>
  new Set([
    "makerIsChecker",
    ...[...compileSchemas(schemas).entities.values()].flatMap(({ plan }) => plan.gates.map(({ message }) => message)),
  ]);

type Texts = Record<string, Record<string, string>>;

/**
 * Returns the texts of a part, by group and key.
 * @throws Error for an unknown part
 */
export function readTexts(
  folder: string,
  lang: string,
  part: string,
  used: () => ReadonlySet<string>,
): { texts: Texts; files: string[] } {
  if (!Object.hasOwn(PARTS, part))
    throw new Error(`there are no words "${part}"; there are ${Object.keys(PARTS).join(", ")}`);
  const { takes, ...files }: Part = PARTS[part as keyof typeof PARTS];
  const texts: Texts = {};
  const read: string[] = [];
  for (const [group, name] of Object.entries(files)) {
    const file = join(folder, lang, name);
    read.push(file);
    const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    texts[group] = Object.fromEntries(
      Object.entries(all)
        .filter(([key]) => takes(group, key, group === "failures" ? used() : NOBODY))
        .map(([key, text]) => [key, fillConstants(text)]),
    );
  }
  return { texts, files: read };
}

const NOBODY: ReadonlySet<string> = new Set();

/** Creates the plugin for a folder of locales. `schemas`: folder of schemas. */
export function createTextsPlugin(folder: string, schemas: string): Plugin {
  return {
    name: "portolan-words",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [lang = "", part = ""] = id.slice(PREFIX.length + 1).split("/");
      const { texts, files } = readTexts(folder, lang, part, () => listFailureKeys(schemas));
      for (const file of files) this.addWatchFile(file);
      return `export const words = ${JSON.stringify(texts)};`;
    },
  };
}
