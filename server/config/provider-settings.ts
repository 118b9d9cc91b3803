/** Reads the implementation of each provider port, and its settings. */
import { closest } from "fastest-levenshtein";
import type { Lang } from "@portolan/engine";
import type { Fault, Given } from "./run-mode.ts";
import { portSettings, type Mode } from "./settings.ts";
import { TEXTS } from "./texts.ts";

/** The implementation of a provider port. */
export interface ProviderChoice {
  /** Kind of implementation. `off` disables the port's features. */
  by: "desk" | "http" | "off" | "sandbox" | "package";
  /** npm package or file path of the implementation. Set only for `package`. */
  module?: string;
  /** Provider settings, keyed by the variable name without the port's prefix. */
  settings: Readonly<Record<string, string>>;
}

const PACKAGE = "package:";
/** Settings of an `http` provider, prefixed with `PROVIDER_<PORT>_`. */
export const HTTP_SETTINGS: readonly string[] = ["URL", "SECRET", "CERT", "KEY", "CA"];
/** Settings of a `desk` provider for payment files. A currency code can be appended: `DEBTOR_ACCOUNT_EUR`. */
const DESK_SETTINGS: readonly string[] = ["DEBTOR_NAME", "DEBTOR_ACCOUNT", "DEBTOR_BIC"];
/** One Standard Webhooks secret, or two during a rotation. */
const SECRETS = /^whsec_[A-Za-z0-9+/]{32,88}=*( whsec_[A-Za-z0-9+/]{32,88}=*)?$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns the provider setting that a variable belongs to: `PROVIDER_KYC` for `PROVIDER_KYC_URL`; undefined for any
 * other variable.
 */
export const findPortOfSetting = (name: string): string | undefined =>
  portSettings.find(([own]) => name.startsWith(`${own}_`))?.[0];

/**
 * Returns whether a provider's setting may be read from a file: secrets, keys and certificates of `http`, and whatever a
 * package calls its own. Addresses and names of accounts are shown in messages, so they never are.
 */
export function isProviderSecret(name: string): boolean {
  const port = findPortOfSetting(name);
  const setting = port === undefined ? "" : name.slice(port.length + 1);
  return port !== undefined && setting !== "URL" && !isDeskSetting(setting);
}

/** Returns the implementation of each configured port. */
export function readChoices(given: Given): Readonly<Record<string, ProviderChoice>> {
  return Object.fromEntries(
    portSettings.flatMap(([name, port]) => {
      const value = given[name];
      return value === undefined ? [] : [[port, { ...readChoice(value), settings: readOwn(given, name) }]];
    }),
  );
}

function readChoice(value: string): Omit<ProviderChoice, "settings"> {
  if (value.startsWith(PACKAGE)) return { by: "package", module: value.slice(PACKAGE.length) };
  return { by: value === "http" || value === "off" || value === "sandbox" ? value : "desk" };
}

function readOwn(given: Given, name: string): Record<string, string> {
  const own = Object.entries(given).flatMap(([key, text = ""]) =>
    key.startsWith(`${name}_`) ? [[key.slice(name.length + 1), text]] : [],
  );
  return Object.fromEntries(own);
}

/** Returns the faults in the chosen implementations and their settings. */
export function findProviderFaults(given: Given, mode: Mode | undefined, lang: Lang): Fault[] {
  return portSettings.flatMap(([name]): Fault[] => {
    const value = given[name];
    if (value === "sandbox" && mode === "live") return [[name, TEXTS[lang].simulated]];
    if (value === "desk") return findDeskFaults(name, readOwn(given, name), lang);
    return value === "http" ? findHttpFaults(name, readOwn(given, name), mode, lang) : [];
  });
}

const isDeskSetting = (setting: string): boolean =>
  [setting, setting.replace(/_[A-Z]{3}$/, "")].some((item) => DESK_SETTINGS.includes(item));

const findDeskFaults = (name: string, own: Readonly<Record<string, string>>, lang: Lang): Fault[] =>
  Object.keys(own)
    .filter((setting) => !isDeskSetting(setting))
    .map((setting) => [`${name}_${setting}`, TEXTS[lang].unknown(`${name}_${closest(setting, [...DESK_SETTINGS])}`)]);

function findHttpFaults(
  name: string,
  own: Readonly<Record<string, string>>,
  mode: Mode | undefined,
  lang: Lang,
): Fault[] {
  const texts = TEXTS[lang];
  const { URL: url, SECRET: secret, CERT: cert, KEY: key } = own;
  const faults: Fault[] = Object.keys(own)
    .filter((setting) => !HTTP_SETTINGS.includes(setting))
    .map((setting) => [`${name}_${setting}`, texts.unknown(`${name}_${closest(setting, [...HTTP_SETTINGS])}`)]);
  if (url === undefined) faults.push([`${name}_URL`, texts.missing(texts.providerUrl)]);
  else if (!isAddress(url, mode)) faults.push([`${name}_URL`, texts.wrong(JSON.stringify(url), texts.providerUrl)]);
  if (secret === undefined) faults.push([`${name}_SECRET`, texts.missing(texts.providerSecret)]);
  else if (!SECRETS.test(secret)) faults.push([`${name}_SECRET`, texts.wrong(texts.secret, texts.providerSecret)]);
  if ((cert === undefined) !== (key === undefined))
    faults.push([`${name}_${cert === undefined ? "CERT" : "KEY"}`, texts.missing(texts.providerCert)]);
  return faults;
}

/**
 * Returns whether a string is a valid provider URL, without a user name, query or fragment. The URL must be https, or
 * http if the host is a loopback address or the mode is sandbox.
 */
function isAddress(text: string, mode: Mode | undefined): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  if (username || search || hash) return false;
  return protocol === "https:" || (protocol === "http:" && (mode === "sandbox" || LOOPBACK.test(hostname)));
}
