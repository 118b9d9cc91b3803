import type { EntityDraft } from "../schema/draft.ts";
import type { JsonSchema } from "../model/entity.ts";
import { standardOf } from "./fields.ts";
import type { Json } from "../schema/json.ts";
import { wordsOf } from "./refs.ts";

/** A response's schema with its references resolved; shared definitions give their standard words. */
export function resolveResponse(json: Json, draft: EntityDraft): JsonSchema {
  const words = json.get("$ref") ? wordsOf(json, draft) : new Map(json.entries());
  const result: JsonSchema = json.get("$ref") ? standardOf(words) : {};
  for (const [name, word] of words) {
    if (name === "properties")
      result.properties = Object.fromEntries(word.entries().map(([key, one]) => [key, resolveResponse(one, draft)]));
    else if (name === "items" || (name === "additionalProperties" && word.node.type === "object"))
      result[name] = resolveResponse(word, draft);
    else if (!name.startsWith("x-") && !name.startsWith("$")) result[name] = word.value;
  }
  return result;
}
