/** Resolves references to shared definitions: `../shared/bank.json#/$defs/bank`, or `#/$defs/x` in the same file. */
import type { ConstantValue } from "../entity/constants.ts";
import type { EntityDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { parseJson, type Json } from "../schema/json.ts";
import type { Library } from "../schema/library.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { checkStructure } from "./structure.ts";

interface Shared {
  json?: Json;
  findings: readonly SchemaError[];
}
const cache = new WeakMap<Library, Map<string, Shared>>();

/** Returns a shared file of the library, parsed and checked only once, or undefined when it does not exist. */
function findSharedFile({ dialect, library }: EntityDraft, path: string): Shared | undefined {
  const text = library.shared[path];
  if (text === undefined) return undefined;
  const cached = cache.get(library) ?? new Map<string, Shared>();
  cache.set(library, cached);
  let shared = cached.get(path);
  if (!shared) {
    const parsed = parseJson(path, text);
    shared = { ...parsed, findings: parsed.json ? checkStructure(dialect, "shared", parsed.json) : parsed.findings };
    cached.set(path, shared);
  }
  return shared;
}

/**
 * Returns the keywords of a field or plain schema: those of its reference, overridden by its own. Limits that it takes
 * from constants have their values.
 */
export function readKeywords(field: Json, draft: EntityDraft, seen: readonly string[] = []): Map<string, Json> {
  const own = resolveLimits(new Map(field.entries()), draft);
  const ref = own.get("$ref");
  own.delete("$ref");
  const target = ref && resolve(ref, draft, seen);
  if (!target) return own;
  return new Map([...readKeywords(target.json, draft, [...seen, target.id]), ...own]);
}

/** Adds the keywords that `x-limits` takes from constants. Reports constants that are unknown or of another type. */
function resolveLimits(keywords: Map<string, Json>, draft: EntityDraft): Map<string, Json> {
  for (const [name, reference] of keywords.get("x-limits")?.entries() ?? []) {
    const constant = draft.constant(reference);
    const type = String(draft.dialect.keywords.find((keyword) => keyword.name === name)?.schema.type);
    if (keywords.has(name)) draft.report(reference.location("key"), "limit-twice", findingMessages.limitTwice(name));
    else if (constant && findJsonType(constant.value) === type) keywords.set(name, reference.replaceBy(constant.value));
    else if (constant)
      draft.report(
        reference.location(),
        "constant-type",
        findingMessages.constantOfType(reference.string(), constant.value, type),
      );
  }
  return keywords;
}

const findJsonType = (value: ConstantValue): string =>
  typeof value === "object" ? "array" : typeof value === "number" ? "integer" : typeof value;

function resolve(ref: Json, draft: EntityDraft, seen: readonly string[]): { json: Json; id: string } | undefined {
  const [path = "", pointer = ""] = ref.string().split("#");
  const file = path === "" ? ref.file : decodeURI(new URL(path, `file:///${ref.file}`).pathname).slice(1);
  const id = `${file}#${pointer}`;
  if (seen.includes(id)) {
    draft.report(ref.location(), "bad-reference", findingMessages.circularReference(ref.string()));
    return undefined;
  }
  const shared = file === draft.file.file ? { json: draft.file, findings: [] } : findSharedFile(draft, file);
  if (!shared) {
    draft.reportUnknown(ref.location(), "shared file", file, Object.keys(draft.library.shared));
    return undefined;
  }
  for (const finding of shared.findings)
    draft.report(finding, finding.rule, finding.messages, finding.suggestion, finding.severity);
  if (shared.findings.length > 0) return undefined;
  const name = pointer.replace(/^\/\$defs\//, "");
  const definitions = shared.json?.get("$defs");
  const json = definitions?.get(name);
  if (!json && shared.json)
    draft.reportUnknown(ref.location(), "definition", name, definitions?.entries().map(([item]) => item) ?? []);
  return json && { json, id };
}
