/**
 * Validates the structure of a file against its meta-schema. Findings point to the exact keyword and suggest the
 * closest match.
 */
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Language } from "../model/dialect.ts";
import type { Json } from "../schema/json.ts";
import { buildMetaSchema, type MetaName } from "./meta.ts";
import { findingWords } from "../schema/finding-words.ts";
import { findReplacement, findValueReplacement } from "./instead.ts";
import { createFinding, suggest, type SchemaError } from "../schema/schema-error.ts";
import { compileMetaValidator } from "./validator.ts";
import { splitPointer } from "../entity/values.ts";
import type { Said } from "../rules/rule-words.ts";

const validators = new WeakMap<Language, Map<MetaName, ValidateFunction>>();

/** Returns the validator of a meta-schema, compiled on first use. */
function createMetaValidator(dialect: Language, name: MetaName): ValidateFunction {
  const known = validators.get(dialect) ?? new Map<MetaName, ValidateFunction>();
  validators.set(dialect, known);
  const validate = known.get(name) ?? compileMetaValidator(buildMetaSchema(dialect, name));
  known.set(name, validate);
  return validate;
}

/** Returns the structural findings of a file, or an empty array when the file is valid. */
export function checkStructure(dialect: Language, name: MetaName, file: Json): SchemaError[] {
  const validate = createMetaValidator(dialect, name);
  if (validate(file.value)) return [];
  const errors = prune(validate.errors ?? []);
  // A misspelt required keyword is also missing: report it only once.
  const misspelt = new Set(
    errors.flatMap((error) =>
      error.keyword === "additionalProperties" ? [`${error.instancePath} ${toFinding(error, file).suggestion}`] : [],
    ),
  );
  return errors
    .filter(
      (error) =>
        error.keyword !== "required" || !misspelt.has(`${error.instancePath} ${String(error.params.missingProperty)}`),
    )
    .map((error) => toFinding(error, file));
}

/**
 * Keeps only the errors of the most likely alternative of each `anyOf` and `oneOf`: the one with the fewest errors
 * among those whose type and keywords match. Drops the errors of `not`, `if` and `propertyNames`.
 */
function prune(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  let left = errors.filter(({ keyword }) => keyword !== "not" && keyword !== "if" && keyword !== "propertyNames");
  // Resolve the innermost choices first.
  for (const choice of [...choices].sort(
    (a, b) => b.instancePath.length - a.instancePath.length || b.schemaPath.length - a.schemaPath.length,
  )) {
    const ways = new Map<string, ErrorObject[]>();
    for (const error of left) {
      const way = findWay(error, choice);
      if (way !== undefined) ways.set(way, [...(ways.get(way) ?? []), error]);
    }
    const meant = [...ways.values()].filter(
      (way) => !way.some((error) => error.instancePath === choice.instancePath && NOT_MEANT.has(error.keyword)),
    );
    const best = meant.sort((a, b) => a.length - b.length)[0];
    left = left.filter((error) =>
      error === choice ? !best : findWay(error, choice) === undefined || best?.includes(error),
    );
  }
  return left;
}
const NOT_MEANT = new Set(["type", "const", "enum", "pattern", "required"]);

/**
 * Returns the alternative of a choice that an error belongs to, or undefined when it belongs to none. An error below
 * the choice's value belongs to the only alternative whose schema reaches that deep.
 */
function findWay(error: ErrorObject, choice: ErrorObject): string | undefined {
  if (error === choice) return undefined;
  if (error.schemaPath.startsWith(`${choice.schemaPath}/`))
    return error.schemaPath.slice(choice.schemaPath.length + 1).replace(/\/.*/s, "");
  const ways = listWays(choice);
  // A choice between required keywords does not depend on their values.
  if (ways.every(isPresence)) return undefined;
  // Schema paths restart behind a reference, so an error for this value that is not a sibling of the choice came
  // through a reference.
  const beside = choice.schemaPath.slice(0, choice.schemaPath.lastIndexOf("/") + 1);
  if (error.instancePath === choice.instancePath)
    return ways.some((way) => way.$ref !== undefined) && !error.schemaPath.startsWith(beside) ? "reference" : undefined;
  return error.instancePath.startsWith(`${choice.instancePath}/`) ? "deeper" : undefined;
}

interface Way {
  required?: string[];
  $ref?: string;
}
const isWay = (schema: unknown): schema is Way => typeof schema === "object" && schema !== null;
const listWays = ({ schema }: ErrorObject): Way[] => (Array.isArray(schema) ? schema.filter(isWay) : []);
const isPresence = (way: Way) => way.required !== undefined && Object.keys(way).length === 1;

/** A validation error and the keyword it concerns. */
interface Misuse {
  error: ErrorObject;
  word: Json;
  /** Name of the keyword, or undefined for the file itself. */
  name: string | undefined;
}
/** Findings by the JSON Schema keyword that failed. */
const findings: Readonly<Record<string, (misuse: Misuse) => SchemaError>> = {
  additionalProperties: createUnknownWordFinding,
  required: createMissingWordFinding,
  enum: ({ error, ...misuse }) => createValueFinding(misuse, [error.params.allowedValues].flat()),
  const: ({ error, ...misuse }) => createValueFinding(misuse, [error.params.allowedValue].flat()),
  anyOf: createChoiceFinding,
  oneOf: createChoiceFinding,
  type: ({ error, word, name }) =>
    createBadValue(
      word,
      findingWords.wrongShape(name, [error.params.type].flat().map(String), listKnownWords(error).join() === "zh,en"),
    ),
  minLength: ({ word, name }) => createBadValue(word, findingWords.empty(name)),
  pattern: ({ error, word, name }) =>
    createBadValue(word, findingWords.notOfPattern(name, String(word.value), String(error.params.pattern))),
  format: ({ error, word, name }) =>
    createBadValue(word, findingWords.notOfFormat(name, String(error.params.format), explainRefusal(word.value))),
};

function toFinding(error: ErrorObject, file: Json): SchemaError {
  const path = splitPointer(error.instancePath);
  const misuse = { error, word: file.walk(path), name: path.findLast((step) => !/^\d+$/.test(step)) };
  return (findings[error.keyword] ?? createRefusedFinding)(misuse);
}

const createBadValue = (word: Json, said: Said): SchemaError => createFinding(word.place(), "bad-value", said);
const listKnownWords = (error: ErrorObject): string[] => Object.keys(error.parentSchema?.properties ?? {});

function createUnknownWordFinding({ error, word }: Misuse): SchemaError {
  const wrong = String(error.params.additionalProperty);
  const known = listKnownWords(error);
  const instead = findReplacement(wrong, known);
  return createFinding(
    word.member(wrong).place("key"),
    "unknown-keyword",
    findingWords.unknownKeyword(wrong, instead),
    instead ? undefined : suggest(wrong, known),
  );
}

function createMissingWordFinding({ error, word, name }: Misuse): SchemaError {
  const missing = String(error.params.missingProperty);
  if (missing === "zh" || missing === "en")
    return createFinding(word.place(), "missing-language", findingWords.missingLanguage(name ?? "", missing));
  const inside = error.instancePath === "" ? undefined : (name ?? "the file");
  return createFinding(
    word.keyNode ? word.place("key") : pickFirst(word),
    "missing-word",
    findingWords.missing(missing, inside),
  );
}

function createValueFinding({ word, name }: Omit<Misuse, "error">, values: unknown[]): SchemaError {
  const allowed = values.map(String);
  const value = String(word.value);
  const instead = findValueReplacement(name ?? "", value, allowed);
  return createFinding(
    word.place(),
    "bad-value",
    findingWords.notAllowed(value, name, allowed, instead),
    typeof word.value === "string" && !instead ? suggest(value, allowed) : undefined,
  );
}

/** Returns the finding for a keyword without a dedicated message. It may concern the name of a member. */
function createRefusedFinding({ error, word, name }: Misuse): SchemaError {
  const { propertyName: own, keyword, message: why = "is not allowed" } = error;
  const limit = String(error.params.limit);
  if (own === undefined) return createBadValue(word, findingWords.refused(name, keyword, limit, why));
  return createFinding(
    (word.get(own) ?? word).place("key"),
    "bad-value",
    findingWords.nameRefused(own, keyword, limit, why),
  );
}

/** Returns in lower case why JavaScript rejects a regular expression, or an empty string when it is valid. */
function explainRefusal(source: unknown): string {
  try {
    void new RegExp(String(source), "u");
    return "";
  } catch (error) {
    return String(error).replace(/^.*: /s, "").toLowerCase();
  }
}

/** Returns the finding for a choice without a matching alternative. */
function createChoiceFinding({ error, word, name }: Misuse): SchemaError {
  const ways = listWays(error);
  const place = word.keyNode ? word.place("key") : pickFirst(word);
  if (ways.every(isPresence)) {
    const wanted = ways.map((way) => (way.required ?? []).filter((one) => word.get(one) === undefined));
    const several = error.keyword === "oneOf" && wanted.filter((missing) => missing.length === 0).length > 1;
    const words = ways.map((way) => (way.required ?? []).join());
    if (several) return createFinding(place, "bad-value", findingWords.severalOf(name, words));
    const all =
      error.keyword === "anyOf"
        ? (wanted.sort((a, b) => b.length - a.length).find((missing) => !missing.includes("$ref")) ?? [])
        : [];
    return createFinding(
      place,
      "missing-word",
      all.length > 0 ? findingWords.hasNo(name, all) : findingWords.noneOf(name, words),
    );
  }
  return createFinding(
    word.place(),
    "bad-value",
    findingWords.cannotBe(name, JSON.stringify(word.value)?.slice(0, 60)),
  );
}

/** Returns the position of a value's opening bracket, since underlining a whole object would be too much. */
const pickFirst = (word: Json) => ({ ...word.place(), length: 1 });
