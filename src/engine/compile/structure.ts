/**
 * Validates the structure of a file against its meta-schema. Findings point to the exact keyword and suggest the
 * closest match.
 */
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Language } from "../model/dialect.ts";
import type { Json } from "../schema/json.ts";
import type { MetaName } from "./meta.ts";
import { createMetaValidator } from "./meta-validator.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { findReplacement, findValueReplacement } from "./replacements.ts";
import { createFinding, suggest, type SchemaError } from "../schema/schema-error.ts";
import { splitPointer } from "../entity/values.ts";
import type { LocalizedMessage } from "../rules/rule-messages.ts";

const validators = new WeakMap<Language, Map<MetaName, ValidateFunction>>();

/** Returns the validator of a meta-schema, created on first use. */
function findMetaValidator(dialect: Language, name: MetaName): ValidateFunction {
  const cached = validators.get(dialect) ?? new Map<MetaName, ValidateFunction>();
  validators.set(dialect, cached);
  const validate = cached.get(name) ?? createMetaValidator(dialect, name);
  cached.set(name, validate);
  return validate;
}

/** Returns the structural findings of a file, or an empty array when the file is valid. */
export function checkStructure(dialect: Language, name: MetaName, file: Json): SchemaError[] {
  const validate = findMetaValidator(dialect, name);
  if (validate(file.value)) return [];
  const errors = prune(validate.errors ?? []);
  // A misspelt required keyword is also missing: report it only once.
  const misspelt = new Set(
    errors.flatMap((error) =>
      error.keyword === "additionalProperties"
        ? [`${error.instancePath} ${toFinding(error, file, dialect).suggestion}`]
        : [],
    ),
  );
  return errors
    .filter(
      (error) =>
        error.keyword !== "required" || !misspelt.has(`${error.instancePath} ${String(error.params.missingProperty)}`),
    )
    .map((error) => toFinding(error, file, dialect));
}

/**
 * Keeps only the errors of the most likely alternative of each `anyOf` and `oneOf`: the one with the fewest errors
 * among those whose type and keywords match. If none matches, keeps the error of the choice itself instead. Drops the
 * errors of `not`, `if` and `propertyNames`.
 */
function prune(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  let left = errors.filter(({ keyword }) => keyword !== "not" && keyword !== "if" && keyword !== "propertyNames");
  // Resolve innermost choices first.
  for (const choice of [...choices].sort(
    (a, b) => b.instancePath.length - a.instancePath.length || b.schemaPath.length - a.schemaPath.length,
  )) {
    const branches = new Map<string, ErrorObject[]>();
    for (const error of left) {
      const branch = findBranch(error, choice);
      if (branch !== undefined) branches.set(branch, [...(branches.get(branch) ?? []), error]);
    }
    const meant = [...branches.values()].filter(
      (branch) => !branch.some((error) => error.instancePath === choice.instancePath && NOT_MEANT.has(error.keyword)),
    );
    const best = meant.sort((a, b) => a.length - b.length)[0];
    left = left.filter((error) =>
      error === choice ? !best : findBranch(error, choice) === undefined || best?.includes(error),
    );
  }
  return left;
}
const NOT_MEANT = new Set(["type", "const", "enum", "pattern", "required"]);

/**
 * Returns the alternative of a choice that an error belongs to, or undefined when it belongs to none. An error below
 * the choice's value belongs to the only alternative whose schema reaches that deep.
 */
function findBranch(error: ErrorObject, choice: ErrorObject): string | undefined {
  if (error === choice) return undefined;
  if (error.schemaPath.startsWith(`${choice.schemaPath}/`))
    return error.schemaPath.slice(choice.schemaPath.length + 1).replace(/\/.*/s, "");
  const branches = listBranches(choice);
  // Errors about values belong to no alternative of a choice that only requires keywords.
  if (branches.every(isPresence)) return undefined;
  // Schema paths restart behind a reference, so an error for this value that is not a sibling of the choice came
  // through a reference.
  const beside = choice.schemaPath.slice(0, choice.schemaPath.lastIndexOf("/") + 1);
  if (error.instancePath === choice.instancePath)
    return branches.some((branch) => branch.$ref !== undefined) && !error.schemaPath.startsWith(beside)
      ? "reference"
      : undefined;
  return error.instancePath.startsWith(`${choice.instancePath}/`) ? "deeper" : undefined;
}

interface Branch {
  required?: string[];
  $ref?: string;
}
const isBranch = (schema: unknown): schema is Branch => typeof schema === "object" && schema !== null;
const listBranches = ({ schema }: ErrorObject): Branch[] => (Array.isArray(schema) ? schema.filter(isBranch) : []);
const isPresence = (branch: Branch) => branch.required !== undefined && Object.keys(branch).length === 1;

/** A validation error and the keyword it concerns. */
interface Misuse {
  error: ErrorObject;
  keyword: Json;
  /** Name of the keyword, or undefined for the file itself. */
  name: string | undefined;
  /** Languages of the dialect. */
  languages: readonly string[];
}
/** Functions that create the findings, by the JSON Schema keyword that failed. */
const findings: Readonly<Record<string, (misuse: Misuse) => SchemaError>> = {
  additionalProperties: createUnknownKeywordFinding,
  required: createMissingKeywordFinding,
  enum: ({ error, ...misuse }) => createValueFinding(misuse, [error.params.allowedValues].flat()),
  const: ({ error, ...misuse }) => createValueFinding(misuse, [error.params.allowedValue].flat()),
  anyOf: createChoiceFinding,
  oneOf: createChoiceFinding,
  type: ({ error, keyword, name }) =>
    createBadValue(
      keyword,
      findingMessages.wrongShape(
        name,
        [error.params.type].flat().map(String),
        listKnownKeywords(error).join() === "zh,en",
      ),
    ),
  minLength: ({ keyword, name }) => createBadValue(keyword, findingMessages.empty(name)),
  pattern: ({ error, keyword, name }) => {
    const pattern = String(error.params.pattern);
    // The tested text: the value, or the name of one of its members.
    const own = String(error.data);
    if (own === keyword.value) return createBadValue(keyword, findingMessages.notOfPattern(name, own, pattern));
    return createFinding(
      (keyword.get(own) ?? keyword).location("key"),
      "bad-value",
      findingMessages.nameNotOfPattern(own, pattern),
    );
  },
  format: ({ error, keyword, name }) =>
    createBadValue(
      keyword,
      findingMessages.notOfFormat(name, String(error.params.format), explainRefusal(keyword.value)),
    ),
};

function toFinding(error: ErrorObject, file: Json, { languages }: Language): SchemaError {
  const path = splitPointer(error.instancePath);
  const misuse = { error, keyword: file.walk(path), name: path.findLast((step) => !/^\d+$/.test(step)), languages };
  return (findings[error.keyword] ?? createRefusedFinding)(misuse);
}

const createBadValue = (keyword: Json, message: LocalizedMessage): SchemaError =>
  createFinding(keyword.location(), "bad-value", message);
const listKnownKeywords = (error: ErrorObject): string[] => Object.keys(error.parentSchema?.properties ?? {});

function createUnknownKeywordFinding({ error, keyword }: Misuse): SchemaError {
  const wrong = String(error.params.additionalProperty);
  const known = listKnownKeywords(error);
  const instead = findReplacement(wrong, known);
  return createFinding(
    keyword.member(wrong).location("key"),
    "unknown-keyword",
    findingMessages.unknownKeyword(wrong, instead),
    instead ? undefined : suggest(wrong, known),
  );
}

function createMissingKeywordFinding({ error, keyword, name, languages }: Misuse): SchemaError {
  const missing = String(error.params.missingProperty);
  if (languages.includes(missing))
    return createFinding(keyword.location(), "missing-language", findingMessages.missingLanguage(name ?? "", missing));
  const inside = error.instancePath === "" ? undefined : (name ?? "the file");
  return createFinding(
    keyword.keyNode ? keyword.location("key") : pickFirst(keyword),
    "missing-word",
    findingMessages.missing(missing, inside),
  );
}

function createValueFinding({ keyword, name }: Omit<Misuse, "error">, values: unknown[]): SchemaError {
  const allowed = values.map(String);
  // `String(value)` would throw for an object whose member `toString` is not a function.
  const value = typeof keyword.value === "string" ? keyword.value : JSON.stringify(keyword.value);
  const instead = findValueReplacement(name ?? "", value, allowed);
  return createFinding(
    keyword.location(),
    "bad-value",
    findingMessages.notAllowed(value, name, allowed, instead),
    typeof keyword.value === "string" && !instead ? suggest(value, allowed) : undefined,
  );
}

/**
 * Returns the finding for a value, or for the name of a member, that violates a keyword without a dedicated message.
 */
function createRefusedFinding({ error, keyword: node, name }: Misuse): SchemaError {
  const { propertyName: own, keyword, message: why = "is not allowed" } = error;
  const limit = String(error.params.limit);
  if (own === undefined) return createBadValue(node, findingMessages.refused(name, keyword, limit, why));
  return createFinding(
    (node.get(own) ?? node).location("key"),
    "bad-value",
    findingMessages.nameRefused(own, keyword, limit, why),
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

/** Returns the finding for a choice that matches no alternative, or that matches several of a `oneOf`. */
function createChoiceFinding({ error, keyword, name }: Misuse): SchemaError {
  const branches = listBranches(error);
  const location = keyword.keyNode ? keyword.location("key") : pickFirst(keyword);
  if (branches.every(isPresence)) {
    const wanted = branches.map((branch) => (branch.required ?? []).filter((item) => keyword.get(item) === undefined));
    const several = error.keyword === "oneOf" && wanted.filter((missing) => missing.length === 0).length > 1;
    const lists = branches.map((branch) => (branch.required ?? []).join());
    if (several) return createFinding(location, "bad-value", findingMessages.severalOf(name, lists));
    const all =
      error.keyword === "anyOf"
        ? (wanted.sort((a, b) => b.length - a.length).find((missing) => !missing.includes("$ref")) ?? [])
        : [];
    return createFinding(
      location,
      "missing-word",
      all.length > 0 ? findingMessages.hasNo(name, all) : findingMessages.noneOf(name, lists),
    );
  }
  return createFinding(
    keyword.location(),
    "bad-value",
    findingMessages.cannotBe(name, JSON.stringify(keyword.value)?.slice(0, 60)),
  );
}

/** Returns the position of a value's opening bracket, so that a finding does not underline a whole object. */
const pickFirst = (keyword: Json) => ({ ...keyword.location(), length: 1 });
