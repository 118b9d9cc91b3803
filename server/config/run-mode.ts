/** Determines the mode of an installation and checks the requirements of live mode. */
import type { Lang } from "@portolan/engine";
import { settings, type Mode } from "./settings.ts";
import { TEXTS } from "./texts.ts";

/** Values of the settings that are set, by name. */
export type Given = Readonly<Record<string, string | undefined>>;
export type Faults = Map<string, string>;

const OLD: Readonly<Record<string, Mode>> = { "1": "sandbox", "0": "live" };
const isMode = (text: string | undefined): text is Mode => text === "sandbox" || text === "live";

/**
 * Returns the mode from `PORTOLAN_MODE`, else from the old `SANDBOX`. Default: the sandbox, or undefined when only
 * `DATABASE_URL` is set, which implies neither mode.
 */
export function readMode({ PORTOLAN_MODE, SANDBOX, DATABASE_URL }: Given): Mode | undefined {
  if (isMode(PORTOLAN_MODE)) return PORTOLAN_MODE;
  return (SANDBOX === undefined ? undefined : OLD[SANDBOX]) ?? (DATABASE_URL === undefined ? "sandbox" : undefined);
}

/**
 * Returns the faults in the mode and in the settings that the mode or another setting requires. Settings in `faults`
 * are not reported twice.
 */
export function findModeFaults(given: Given, faults: ReadonlyMap<string, string>, lang: Lang): Faults {
  const mode = readMode(given);
  const found = [
    ...findUnclearMode(given, mode, lang),
    ...(given.MAIL_URL !== undefined && given.MAIL_FROM === undefined ? [describeMissing("MAIL_FROM", lang)] : []),
    ...(given.FILES?.startsWith("s3:")
      ? ["FILES_ACCESS_KEY", "FILES_SECRET_KEY"]
          .filter((name) => given[name] === undefined)
          .map((name) => describeMissing(name, lang))
      : []),
    ...(mode === "live" ? findLiveFaults(given, lang) : []),
  ];
  return new Map(found.filter(([name]) => !faults.has(name)));
}

export type Fault = readonly [name: string, text: string];

const describeMissing = (name: string, lang: Lang): Fault => {
  const setting = settings[name];
  return [name, TEXTS[lang].missing(setting?.["x-right"]?.[lang] ?? setting?.["x-label"][lang] ?? "")];
};

function findUnclearMode({ SANDBOX = "" }: Given, mode: Mode | undefined, lang: Lang): Fault[] {
  const texts = TEXTS[lang];
  if (mode === undefined) return [["PORTOLAN_MODE", texts.missing(texts.modes)]];
  const old = OLD[SANDBOX];
  return old !== undefined && old !== mode ? [["SANDBOX", texts.contradicts(SANDBOX, mode)]] : [];
}

/**
 * Returns the faults that only live mode has: missing settings, a folder of files that the nodes do not share, and a
 * public origin without TLS.
 */
function findLiveFaults(given: Given, lang: Lang): Fault[] {
  const { PUBLIC_ORIGIN: origin } = given;
  const lacking = Object.entries(settings)
    .filter(
      ([name, { "x-needs": mode, "x-unless": other = name }]) =>
        mode === "live" && given[name] === undefined && given[other] === undefined,
    )
    .map(([name]) => describeMissing(name, lang));
  if (given.FILES?.startsWith("file:") && given.FILES_SHARED !== "1")
    lacking.push(["FILES_SHARED", TEXTS[lang].missing(TEXTS[lang].shared)]);
  return origin === undefined || origin.startsWith("https:")
    ? lacking
    : [...lacking, ["PUBLIC_ORIGIN", TEXTS[lang].wrong(JSON.stringify(origin), TEXTS[lang].https)]];
}

/** Returns one warning for each deprecated name in use. */
export function findOldNames(given: Given, lang: Lang): string[] {
  return Object.entries(settings).flatMap(([name, { "x-replaced": by }]) => {
    const value = given[name];
    return by === undefined || value === undefined
      ? []
      : [TEXTS[lang].replaced(name, value, `${by}=${OLD[value] ?? value}`)];
  });
}
