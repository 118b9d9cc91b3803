/** Reads and validates the settings declared in `config.schema.json` before anything is started. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { closest, distance } from "fastest-levenshtein";
import type { Lang } from "@portolan/engine";
import { parseKeys, type KeyRing } from "../core/key-ring.ts";
import { areProxies, isOrigin, isSender, isSmtp } from "./setting-formats.ts";
import { findModeFaults, findOldNames, readMode, type Faults, type Given } from "./run-mode.ts";
import {
  findProviderFaults,
  findPortOfSetting,
  isProviderSecret,
  readChoices,
  type ProviderChoice,
} from "./provider-settings.ts";
import { settings, type Mode } from "./settings.ts";
import { TEXTS } from "./texts.ts";
import schema from "./config.schema.json";

/** Environment variables. An empty value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;
export interface Config {
  mode: Mode;
  role: "web" | "worker" | "both";
  port: number;
  host: string;
  /** Public origin of the portal behind a proxy, as browsers send it. */
  publicOrigin?: string | undefined;
  /** Addresses and networks of trusted proxies, separated by commas. */
  proxies?: string | undefined;
  dataDir?: string | undefined;
  fileSettings: FileSettings;
  /** Keys for sealing. Default: the key in `dataDir`. */
  keys?: KeyRing | undefined;
  databaseUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  /** Server on which the restore drill creates its temporary database. Default: that of `databaseUrl`. */
  databaseDrillUrl?: string | undefined;
  /** Mail server and sender address. If omitted, emails stay in the outbox. */
  mail?: { url: string; from: string } | undefined;
  /** Gateway for text messages. If omitted, they stay in the outbox. */
  sms?: { url: string; token?: string | undefined } | undefined;
  /** Settings of simulated banks and demo accounts. Omitted outside the sandbox. */
  sandbox?: { password?: string; speed?: "instant" | "fast" | "normal"; history: boolean } | undefined;
  simPort: number;
  /** Time in milliseconds between the shutdown signal and refusing calls. */
  drainMs: number;
  /** Address of the operators' port. If omitted, the port is not opened. */
  ops?: { host: string; port: number } | undefined;
  logLevel?: string | undefined;
  securityContact?: string | undefined;
  /** URL of the trace collector, and the sampling ratio. */
  tracing?: { url: string; share: number } | undefined;
  /** Time in milliseconds without a successful verification after which a tenant's books are closed. */
  booksCloseMs?: number | undefined;
  /** Accepted schema changes, as `entity.field`. */
  accept: string[];
  schemasDir?: string | undefined;
  /** Whether schemas are reloaded when a file is saved. */
  watching: boolean;
  /** Implementation of each provider port. In sandbox mode, a port that is not listed is simulated. */
  providers: Readonly<Record<string, ProviderChoice>>;
  /** Warnings for the operator, printed at startup. */
  warnings: readonly string[];
}

/** Exit status for invalid settings (`EX_CONFIG` of sysexits.h), which tells a supervisor not to retry. */
export const CONFIG_EXIT = 78;

interface SettingFault {
  name: string;
  text: string;
}

/** Thrown when settings are invalid, with one fault for each. `message` is formatted for a terminal. */
export class ConfigErrors extends Error {
  override readonly name = "ConfigErrors";
  constructor(
    readonly faults: readonly SettingFault[],
    { lang, mode }: { lang: Lang; mode: Mode | undefined },
  ) {
    const [head, tail] = TEXTS[lang].frame(faults.length, mode);
    const width = Math.max(...faults.map(({ name }) => name.length));
    super([head, ...faults.map(({ name, text }) => `  ${name.padEnd(width)}  ${text}`), tail].join("\n"));
  }
}

const names = Object.keys(settings);
const ajv = new Ajv2020({
  // The schema is part of the code. Compiling the meta-schema to check it would cost every start a tenth of a second.
  meta: false,
  validateSchema: false,
  allErrors: true,
  coerceTypes: true,
  strict: false,
  formats: {
    origin: isOrigin,
    keys: (text: string) => parseKeys(text) !== undefined,
    proxies: areProxies,
    smtp: isSmtp,
    sender: isSender,
  },
});
const check = ajv.compile<Record<string, string | number>>(schema);
type Values = Readonly<Record<string, string | number>>;

const LOOPBACK = "127.0.0.1";
/** Prefix of a secret that is read from a file: `file:/run/secrets/key`. */
const IN_FILE = "file:";

/** Returns the language of terminal messages, from the locale. Falls back to English. */
export function readTerminalLang(env: Environment): Lang {
  return /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || "") ? "zh" : "en";
}

/**
 * Reads the settings from the environment. Error messages never contain the value of a secret.
 *
 * @throws ConfigErrors with all faults at once
 */
export function readConfig(env: Environment): Config {
  const lang = readTerminalLang(env);
  const { given, faults } = readValues(env, lang);
  const values: Record<string, string | number> = { ...given };
  if (!check(values))
    for (const { instancePath } of check.errors ?? []) {
      const name = instancePath.slice(1);
      if (!faults.has(name)) faults.set(name, describe(name, given[name] ?? "", lang));
    }
  for (const name of listUnknownNames(env)) faults.set(name, TEXTS[lang].unknown(closest(name, names)));
  for (const [name, fault] of findModeFaults(given, faults, lang)) faults.set(name, fault);
  const mode = readMode(given);
  for (const [name, fault] of findProviderFaults(given, mode, lang)) if (!faults.has(name)) faults.set(name, fault);
  if (faults.size > 0 || mode === undefined) {
    const order = (name: string) => names.indexOf(findPortOfSetting(name) ?? name);
    throw new ConfigErrors(
      [...faults].map(([name, text]) => ({ name, text })).toSorted((a, b) => order(a.name) - order(b.name)),
      { lang, mode },
    );
  }
  return { ...buildConfig(given, values, mode), providers: readChoices(given), warnings: findOldNames(given, lang) };
}

/** Reads the values that are set, including provider settings. Reports files that cannot be read as faults. */
function readValues(env: Environment, lang: Lang): { given: Record<string, string>; faults: Faults } {
  const given: Record<string, string> = {};
  const faults: Faults = new Map();
  const ofProviders = Object.keys(env).filter((name) => findPortOfSetting(name));
  for (const name of [...names, ...ofProviders]) {
    const value = env[name];
    if (!value) continue;
    const isSecret = settings[name]?.["x-secret"] === true || isProviderSecret(name);
    if (value.startsWith(IN_FILE) && !isSecret && !settings[name]?.["x-verbatim"])
      faults.set(name, TEXTS[lang].notInFile);
    try {
      given[name] = isSecret ? readSecret(value) : value;
    } catch {
      faults.set(name, TEXTS[lang].unreadable(value.slice(IN_FILE.length)));
    }
  }
  return { given, faults };
}

/**
 * Returns the value of a secret. A value that begins with `file:` is replaced by that file's content without the
 * trailing newline. Other settings are not read from files, because messages show their values.
 *
 * @throws Error when the file cannot be read
 */
export const readSecret = (value: string): string =>
  value.startsWith(IN_FILE) ? readFileSync(value.slice(IN_FILE.length), "utf8").replace(/\r?\n$/, "") : value;

function describe(name: string, value: string, lang: Lang): string {
  const setting = settings[name];
  return TEXTS[lang].wrong(
    setting?.["x-secret"] ? TEXTS[lang].secret : JSON.stringify(value),
    setting?.["x-right"]?.[lang] ?? "",
  );
}

/**
 * Returns the variables that look like misspelt settings and would otherwise have no effect. Ignores provider settings
 * and variables of other programs with the same prefix (`SCHEMA_REGISTRY_URL`).
 */
function listUnknownNames(env: Environment): string[] {
  const looksOurs = (name: string) =>
    schema["x-prefixes"].some((prefix) => name.startsWith(prefix)) &&
    !findPortOfSetting(name) &&
    distance(closest(name, names), name) <= name.length / 2;
  return Object.keys(env).filter((name) => env[name] && !(name in settings) && looksOurs(name));
}

interface FileSettings {
  location: string;
  isShared: boolean;
  region: string;
  accessKey?: string | undefined;
  secretKey?: string | undefined;
}

/**
 * Returns the settings of the file store. Default: the database if it is not embedded, because other nodes may share
 * it, else the data folder.
 */
const readFileSettings = (given: Given, mode: Mode): FileSettings => ({
  location: given.FILES ?? (mode === "live" || given.DATABASE_URL !== undefined ? "db:" : "file:"),
  isShared: given.FILES_SHARED === "1",
  region: given.FILES_REGION ?? "us-east-1",
  accessKey: given.FILES_ACCESS_KEY,
  secretKey: given.FILES_SECRET_KEY,
});

const isRole = (text: string | undefined) => text === "web" || text === "worker" || text === "both";
const isSpeed = (text: string | undefined) => text === "instant" || text === "fast" || text === "normal";

function readSandboxSettings({
  SANDBOX_PASSWORD: password,
  SANDBOX_SPEED: speed,
  SANDBOX_HISTORY: history,
}: Given): Config["sandbox"] {
  return {
    ...(password === undefined ? {} : { password }),
    ...(isSpeed(speed) ? { speed } : {}),
    history: history !== "0",
  };
}

function readAddresses(given: Given, values: Values): Pick<Config, "port" | "host" | "simPort" | "ops"> {
  const port = Number(values.PORT ?? 8080);
  return {
    port,
    host: given.HOST ?? LOOPBACK,
    simPort: Number(values.SIM_PORT ?? (port > 0 && port < 65_535 ? port + 1 : 0)),
    ops: given.OPS_PORT === undefined ? undefined : { port: Number(values.OPS_PORT), host: given.OPS_HOST ?? LOOPBACK },
  };
}

const readGateways = ({ MAIL_URL, MAIL_FROM, SMS_URL, SMS_TOKEN }: Given): Pick<Config, "mail" | "sms"> => ({
  mail: MAIL_URL !== undefined && MAIL_FROM !== undefined ? { url: MAIL_URL, from: MAIL_FROM } : undefined,
  sms: SMS_URL === undefined ? undefined : { url: SMS_URL, token: SMS_TOKEN },
});

function buildConfig(given: Given, values: Values, mode: Mode): Omit<Config, "providers" | "warnings"> {
  return {
    mode,
    role: isRole(given.ROLE) ? given.ROLE : "both",
    ...readAddresses(given, values),
    ...readGateways(given),
    publicOrigin: given.PUBLIC_ORIGIN,
    proxies: given.TRUST_PROXY,
    dataDir: given.DATA_DIR,
    fileSettings: readFileSettings(given, mode),
    keys: given.KEYS === undefined ? undefined : parseKeys(given.KEYS),
    databaseUrl: given.DATABASE_URL,
    databaseReadUrl: given.DATABASE_READ_URL,
    databaseDrillUrl: given.DATABASE_DRILL_URL ?? given.DATABASE_URL,
    sandbox: mode === "sandbox" ? readSandboxSettings(given) : undefined,
    drainMs: Number(values.DRAIN_SECONDS ?? (given.TRUST_PROXY ? 5 : 0)) * 1_000,
    logLevel: given.LOG_LEVEL ?? (mode === "live" ? "info" : undefined),
    securityContact: given.SECURITY_CONTACT,
    tracing:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { url: given.OTEL_EXPORTER_OTLP_ENDPOINT, share: Number(values.OTEL_TRACES_SAMPLER_ARG ?? 1) },
    booksCloseMs: given.BOOKS_CLOSE_MINUTES ? Number(values.BOOKS_CLOSE_MINUTES) * 60_000 : undefined,
    accept: given.SCHEMA_ACCEPT?.split(",").filter(Boolean) ?? [],
    schemasDir: given.SCHEMAS_DIR,
    watching: given.SCHEMAS_WATCH === "1",
  };
}
