/** Reads and checks the settings of a start, declared in `config.schema.json`, before anything is started. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { closest, distance } from "fastest-levenshtein";
import type { Lang } from "../../src/engine/index.ts";
import { areProxies, isOrigin } from "./formats.ts";
import schema from "./config.schema.json";

/** Settings of the environment; an empty text counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;
export interface Config {
  port: number;
  host: string;
  /** Origin of the portal behind a proxy, as browsers send it. */
  publicOrigin?: string | undefined;
  /** Addresses and networks of proxies, with commas. */
  proxies?: string | undefined;
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
  /** Simulated banks and demo merchants; absent outside the sandbox. */
  sandbox?: { password?: string; speed?: "instant" | "fast" | "normal"; history: boolean } | undefined;
  simPort: number;
  /** Time between the request to end and refusing calls, in ms. */
  drainMs: number;
  logLevel?: string | undefined;
  /** Time without proof after which books close, in ms. */
  booksCloseMs?: number | undefined;
  /** Accepted changes of schemas, as `entity.field`. */
  accept: string[];
  schemasDir?: string | undefined;
  /** Whether saved schemas are reloaded. */
  watching: boolean;
}

/** Exit status for invalid settings (`EX_CONFIG` of sysexits.h): a supervisor need not retry. */
export const CONFIG_EXIT = 78;

/** Thrown with one line per invalid setting; `message` is for a terminal. */
export class ConfigErrors extends Error {
  override readonly name = "ConfigErrors";
  constructor(
    readonly faults: readonly string[],
    lang: Lang,
  ) {
    const [head, tail] = WORDS[lang].frame(faults.length);
    super([head, ...faults.map((fault) => `  ${fault}`), tail].join("\n"));
  }
}

/** Schema of one setting. */
interface Setting {
  "x-label": Record<Lang, string>;
  "x-right"?: Record<Lang, string>;
  "x-secret"?: boolean;
}
const settings: Readonly<Record<string, Setting>> = schema.properties;
const names = Object.keys(settings);
const ajv = new Ajv2020({
  allErrors: true,
  coerceTypes: true,
  strict: false,
  formats: { origin: isOrigin, proxies: areProxies },
});
const check = ajv.compile<Record<string, string | number>>(schema);

const WORDS = {
  en: {
    frame: (count: number) => [
      `Portolan cannot start: ${count === 1 ? "1 setting is" : `${count} settings are`} wrong.`,
      "Nothing was started. README.md lists every setting.",
    ],
    wrong: (value: string, right: string) => `${value} is not ${right}`,
    unknown: (nearest: string) => `there is no such setting; did you mean ${nearest}?`,
    secret: "its value (not shown)",
  },
  zh: {
    frame: (count: number) => [`Portolan 无法启动：${count} 项设置有误。`, "什么都没有启动。全部设置见 README.md。"],
    wrong: (value: string, right: string) => `${value} 不对，应为${right}`,
    unknown: (nearest: string) => `没有这项设置，是不是 ${nearest}？`,
    secret: "所填的值（不显示）",
  },
};

/** Returns the language of terminal messages: the locale's, English for an unsupported one. */
export function terminalLang(env: Environment): Lang {
  return /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || "") ? "zh" : "en";
}

/** Reads the settings of an environment. Throws `ConfigErrors` with every fault at once; a secret's value is in none of them. */
export function readConfig(env: Environment): Config {
  const lang = terminalLang(env);
  const given = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const values: Record<string, string | number> = { ...given };
  const wrong = check(values) ? [] : (check.errors ?? []).map(({ instancePath }) => instancePath.slice(1));
  const told = new Map(wrong.map((name) => [name, describe(name, given[name] ?? "", lang)]));
  for (const name of unknownNames(env)) told.set(name, WORDS[lang].unknown(closest(name, names)));
  if (told.size > 0) {
    const width = Math.max(...[...told.keys()].map((name) => name.length));
    throw new ConfigErrors(
      [...told].map(([name, fault]) => `${name.padEnd(width)}  ${fault}`),
      lang,
    );
  }
  return configOf(given, values);
}

function describe(name: string, value: string, lang: Lang): string {
  const setting = settings[name];
  return WORDS[lang].wrong(
    setting?.["x-secret"] ? WORDS[lang].secret : JSON.stringify(value),
    setting?.["x-right"]?.[lang] ?? "",
  );
}

/** Returns misspelt settings, which would silently keep their default. Ignores names of other programs with the same prefix (`SCHEMA_REGISTRY_URL`). */
function unknownNames(env: Environment): string[] {
  const looksOurs = (name: string) =>
    schema["x-prefixes"].some((prefix) => name.startsWith(prefix)) &&
    distance(closest(name, names), name) <= name.length / 2;
  return Object.keys(env).filter((name) => env[name] && !(name in settings) && looksOurs(name));
}

const isSpeed = (text: string | undefined) => text === "instant" || text === "fast" || text === "normal";

/** Reads the settings of the sandbox. */
function sandboxOf({
  SANDBOX_PASSWORD: password,
  SANDBOX_SPEED: speed,
  SANDBOX_HISTORY: history,
}: Record<string, string | undefined>): Config["sandbox"] {
  return {
    ...(password === undefined ? {} : { password }),
    ...(isSpeed(speed) ? { speed } : {}),
    history: history !== "0",
  };
}

function configOf(given: Record<string, string | undefined>, values: Record<string, string | number>): Config {
  const port = Number(values.PORT ?? 8080);
  const inSandbox = (given.SANDBOX ?? (given.DATABASE_URL ? "0" : "1")) === "1";
  return {
    port,
    host: given.HOST ?? "127.0.0.1",
    publicOrigin: given.PUBLIC_ORIGIN,
    proxies: given.TRUST_PROXY,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    sandbox: inSandbox ? sandboxOf(given) : undefined,
    simPort: Number(values.SIM_PORT ?? (port > 0 && port < 65_535 ? port + 1 : 0)),
    drainMs: Number(values.DRAIN_SECONDS ?? (given.TRUST_PROXY ? 5 : 0)) * 1_000,
    logLevel: given.LOG_LEVEL,
    booksCloseMs: given.BOOKS_CLOSE_MINUTES ? Number(values.BOOKS_CLOSE_MINUTES) * 60_000 : undefined,
    accept: given.SCHEMA_ACCEPT?.split(",").filter(Boolean) ?? [],
    schemasDir: given.SCHEMAS_DIR,
    watching: given.SCHEMAS_WATCH === "1",
  };
}
