import type { EntityDraft } from "../schema/draft.ts";
import type { JsonSchema } from "../model/entity.ts";
import { pickStandardWords } from "./fields.ts";
import type { Json } from "../schema/json.ts";
import { readWords } from "./refs.ts";

/**
 * Returns the schema of a response with its references resolved. Of shared definitions only the standard keywords are
 * kept.
 */
export function resolveResponse(json: Json, draft: EntityDraft): JsonSchema {
  const words = json.get("$ref") ? readWords(json, draft) : new Map(json.entries());
  const result: JsonSchema = json.get("$ref") ? pickStandardWords(draft.dialect, words) : {};
  for (const [name, word] of words) {
    if (name === "properties")
      result.properties = Object.fromEntries(word.entries().map(([key, one]) => [key, resolveResponse(one, draft)]));
    else if (name === "items" || (name === "additionalProperties" && word.node.type === "object"))
      result[name] = resolveResponse(word, draft);
    else if (name === "prefixItems") result[name] = word.items().map((one) => resolveResponse(one, draft));
    else if (name === "x-record") result[name] = recordEntity(word, draft);
    else if (!name.startsWith("x-") && !name.startsWith("$")) result[name] = word.value;
  }
  return result;
}

/** Returns the name of the entity whose record the object represents. Reports unknown entities. */
function recordEntity(word: Json, draft: EntityDraft): unknown {
  const { entities } = draft.library;
  if (typeof word.value === "string" && !Object.hasOwn(entities, word.value))
    draft.unknown(word.place(), "entity", word.value, Object.keys(entities));
  return word.value;
}
