/**
 * Enforces consistent terminology: finds terms rejected by `schemas/glossary.json` in all texts of `schemas/` and
 * `locales/`. Labels and messages fixed by the specification (`schemas/fixed-labels.json`) are compared with it
 * instead.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createFinding, parseJson, SchemaErrors, type Json, type SchemaError } from "@portolan/engine/compiler";
import { fillConstants, type ConstantValue } from "@portolan/engine";
import { toolMessages } from "./tool-messages.ts";

const LANGS = ["zh", "en"] as const;
type Lang = (typeof LANGS)[number];

/** The term in each language. */
type Word = Record<Lang, string>;

/** Entry of the glossary. */
interface Term extends Word {
  /** Places where `never` is rejected; undefined for all texts. */
  at: readonly string[] | undefined;
  never: Record<Lang, readonly RegExp[]>;
}

/** Labels of a list that the specification fixes, by code. */
export interface FixedLabels {
  id: string;
  at: readonly string[];
  labels: Readonly<Record<string, string>>;
}

/** Content of `schemas/fixed-labels.json`. */
export interface Fixed {
  labels: readonly FixedLabels[];
  /** English messages by their id in the specification. */
  messages: Readonly<Record<string, string>>;
}

/** A user interface text in one language. */
export interface Text {
  lang: Lang;
  value: string;
  /** Identifiers on the path to the text: the entity or call, then fields, states, rules and ids. */
  names: readonly string[];
  json: Json;
}

/** Properties whose value identifies the owner of a text, in addition to the keys on its path. */
const NAMING = new Set(["id", "on", "entity", "call", "menu"]);

/**
 * Returns the texts of a schema folder and of the `locales` folders of the product and of the engine beside it, with the values of constants unless
 * `isFilled` is false. Rows in `data` and generated files are excluded.
 */
export function readTexts(dir: string, isFilled = true): Text[] {
  const schemas = [dir, ...["calls", "entities", "shared"].map((folder) => join(dir, folder))]
    .flatMap(listJsonFiles)
    .filter((path) => !["glossary.json", "fixed-labels.json", "aliases.json"].includes(basename(path)))
    .flatMap((path) => readSchemaTexts(parse(path, dirname(dir)), [getFileName(path)]));
  const locales = LANGS.flatMap((lang) =>
    ["locales", "src/engine/locales"]
      .flatMap((folder) => listJsonFiles(join(dirname(dir), folder, lang)))
      .flatMap((path) => readLocaleTexts(parse(path, dirname(dir)), lang, [getFileName(path)])),
  );
  const constants = isFilled ? readConstants(dir) : undefined;
  return [...schemas, ...locales].map((text) => ({
    ...text,
    value: fillConstants(text.value, (name) => constants?.get(name)),
  }));
}

/** Returns the values of the constants of a schema folder; none when it has none. */
function readConstants(dir: string): ReadonlyMap<string, ConstantValue> {
  const path = join(dir, "constants.json");
  const members = existsSync(path) ? parse(path, dirname(dir)).entries() : [];
  return new Map(members.flatMap(([name, json]) => readValue(name, json.get("value")?.value)));
}
const readValue = (name: string, value: unknown): [string, ConstantValue][] =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, value]] : [];

/** Reads `schemas/fixed-labels.json`; empty when the folder has none. */
export function readFixed(dir: string): Fixed {
  const path = join(dir, "fixed-labels.json");
  if (!existsSync(path)) return { labels: [], messages: {} };
  const json = parse(path, dirname(dir));
  return {
    labels: json
      .member("labels")
      .items()
      .map((set) => ({
        id: set.member("id").string(),
        at: set.member("at").strings(),
        labels: set.member("labels").stringMap(),
      })),
    messages: json.member("messages").stringMap(),
  };
}

/** Returns the label that the specification prescribes for a text; undefined when there is none. */
export function findFixedLabel(text: Text, { labels }: Fixed): string | undefined {
  // The specification does not cover the sentence next to the label.
  if (text.lang !== "en" || text.names.includes("says")) return undefined;
  for (const set of labels) {
    const code = text.names.find((name) => Object.hasOwn(set.labels, name));
    if (code !== undefined && set.at.some((location) => isAt(text.names, location))) return set.labels[code];
  }
  return undefined;
}

/**
 * Returns a finding for each rejected term and each fixed label that differs; empty when the folder has no glossary.
 */
export function checkGlossary(dir: string): SchemaError[] {
  const terms = readTerms(dir);
  const fixed = readFixed(dir);
  const messages = new Set(Object.values(fixed.messages));
  return readTexts(dir).flatMap((text) => {
    const label = findFixedLabel(text, fixed);
    if (label !== undefined)
      return text.value === label
        ? []
        : [createFinding(text.json.location(), "fixed-label", toolMessages.fixedLabel(label))];
    return messages.has(text.value) ? [] : terms.flatMap((term) => findTerms(text, term));
  });
}

/**
 * Returns a check of displayed texts, of which neither file nor language is known: it returns the terms in them that
 * are rejected everywhere, other than in labels and messages that the specification fixes.
 */
export function createDisplayedCheck(dir: string): (text: string) => string[] {
  const patterns = readTerms(dir)
    .filter(({ at }) => !at)
    .flatMap(({ never }) => LANGS.flatMap((lang) => never[lang]));
  const { labels, messages } = readFixed(dir);
  const fixed = [...labels.flatMap((set) => Object.values(set.labels)), ...Object.values(messages)];
  const allowed = new RegExp(
    fixed
      .toSorted((a, b) => b.length - a.length)
      .map(escapePattern)
      .join("|"),
    "gi",
  );
  return (text) => {
    const free = fixed.length > 0 ? text.replace(allowed, "") : text;
    return patterns.flatMap((pattern) => pattern.exec(free)?.[0] ?? []);
  };
}

/** Reads `schemas/glossary.json`; empty when the folder has none. */
function readTerms(dir: string): Term[] {
  const path = join(dir, "glossary.json");
  return existsSync(path) ? parse(path, dirname(dir)).member("terms").items().map(readTerm) : [];
}

/** Returns a finding for each rejected form of a term in a text. */
function findTerms(text: Text, term: Term): SchemaError[] {
  return term.never[text.lang].flatMap((pattern) => {
    const found = pattern.exec(text.value);
    if (!found || (term.at && !term.at.some((location) => isAt(text.names, location)))) return [];
    const location = text.json.location({ from: found.index, to: found.index + found[0].length });
    return [createFinding(location, "wrong-word", toolMessages.wrongWord(found[0], { zh: term.zh, en: term.en }))];
  });
}

/**
 * Returns the pattern of a rejected term: a whole word in English, or a prefix when it ends with a hyphen. Names in
 * braces are parameters.
 */
function createPattern(keyword: string, lang: Lang): RegExp {
  const escaped = escapePattern(keyword.replace(/-$/, ""));
  if (lang === "zh") return new RegExp(escaped);
  return new RegExp(`(?<![\\w{-])${escaped}${keyword.endsWith("-") ? "\\w*" : "(?!\\w)"}`, "i");
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns whether the names match a place: its parts occur in them in the same order.
 * @example isAt(["withdrawal", "x-lifecycle", "states", "done", "label"], "withdrawal.states") // => true
 */
function isAt(names: readonly string[], location: string): boolean {
  let from = 0;
  return location.split(".").every((part) => (from = names.indexOf(part, from) + 1) > 0);
}

function readTerm(json: Json): Term {
  const words = (lang: Lang) =>
    (json.get("never")?.get(lang)?.strings() ?? []).map((keyword) => createPattern(keyword, lang));
  return {
    zh: json.member("zh").string(),
    en: json.member("en").string(),
    at: json.get("at")?.strings(),
    never: { zh: words("zh"), en: words("en") },
  };
}

/** Returns the texts of a schema file, which are the objects with both languages. */
function readSchemaTexts(json: Json, names: readonly string[]): Text[] {
  const own = json.name === undefined ? names : [...names, json.name];
  const members = json.entries();
  if (members.length === 0) return json.items().flatMap((item) => readSchemaTexts(item, own));
  const texts = members.filter(([key]) => key === "zh" || key === "en");
  const inside = [...own, ...members.flatMap(([key, member]) => (NAMING.has(key) ? readStrings(member) : []))];
  if (texts.length === LANGS.length)
    return texts.flatMap(([lang, member]) =>
      readStrings(member).map((value) => ({ lang: lang === "zh" ? "zh" : "en", value, names: inside, json: member })),
    );
  return members.flatMap(([, member]) => readSchemaTexts(member, inside));
}

/** Returns the texts of a locale file, which are all its strings. The parts of a dotted key are the names. */
function readLocaleTexts(json: Json, lang: Lang, names: readonly string[]): Text[] {
  const inside = [...names, ...(json.name?.split(".") ?? [])];
  const own = readStrings(json).map((value): Text => ({ lang, value, names: inside, json }));
  const members = [...json.entries().map(([, member]) => member), ...json.items()];
  return [...own, ...members.flatMap((member) => readLocaleTexts(member, lang, inside))];
}

/** Returns the string in a list; an empty list for any other value. */
const readStrings = ({ node }: Json): string[] => (typeof node.value === "string" ? [node.value] : []);

const getFileName = (path: string): string => basename(path, ".json");

const listJsonFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => join(folder, name))
    : [];

/**
 * Parses a JSON file under the name used in findings.
 * @throws SchemaErrors when it is not valid JSON
 */
function parse(path: string, root: string): Json {
  const { json, findings } = parseJson(path.slice(root.length + 1), readFileSync(path, "utf8"));
  if (!json) throw new SchemaErrors(findings);
  return json;
}
