/** Which mode an installation runs in, and what live mode lacks. */
import type { Lang } from "../../src/engine/index.ts";
import { settings, type Mode } from "./settings.ts";
import { WORDS } from "./words.ts";

/** Set values by the name of their setting. */
export type Given = Readonly<Record<string, string | undefined>>;
/** What is wrong with a setting, by its name. */
export type Faults = Map<string, string>;

const OLD: Readonly<Record<string, Mode>> = { "1": "sandbox", "0": "live" };
const isMode = (text: string | undefined): text is Mode => text === "sandbox" || text === "live";

/** Returns the mode: `PORTOLAN_MODE`, else what the old `SANDBOX` means, else the sandbox; undefined with `DATABASE_URL` alone, which says neither. */
export function readMode({ PORTOLAN_MODE, SANDBOX, DATABASE_URL }: Given): Mode | undefined {
  if (isMode(PORTOLAN_MODE)) return PORTOLAN_MODE;
  return (SANDBOX === undefined ? undefined : OLD[SANDBOX]) ?? (DATABASE_URL === undefined ? "sandbox" : undefined);
}

/** Returns what is wrong with the mode itself and with what it needs. `faults` of values are reported already and not repeated. */
export function findModeFaults(given: Given, faults: ReadonlyMap<string, string>, lang: Lang): Faults {
  const found: Faults = new Map();
  const words = WORDS[lang];
  const mode = readMode(given);
  const report = (name: string, text: string) => void (faults.has(name) || found.set(name, text));
  if (mode === undefined) report("PORTOLAN_MODE", words.missing(words.modes));
  const old = OLD[given.SANDBOX ?? ""];
  if (mode !== undefined && old !== undefined && old !== mode)
    report("SANDBOX", words.contradicts(given.SANDBOX ?? "", mode));
  if (mode !== "live") return found;
  for (const [name, setting] of Object.entries(settings))
    if (setting["x-needs"] === mode && given[name] === undefined)
      report(name, words.missing(setting["x-right"]?.[lang] ?? setting["x-label"][lang]));
  const origin = given.PUBLIC_ORIGIN;
  if (origin !== undefined && !origin.startsWith("https:"))
    report("PUBLIC_ORIGIN", words.wrong(JSON.stringify(origin), words.https));
  return found;
}

/** Returns one line for each old name in use. */
export function findOldNames(given: Given, lang: Lang): string[] {
  return Object.entries(settings).flatMap(([name, { "x-replaced": by }]) => {
    const value = given[name];
    return by === undefined || value === undefined
      ? []
      : [WORDS[lang].replaced(name, value, `${by}=${OLD[value] ?? value}`)];
  });
}
