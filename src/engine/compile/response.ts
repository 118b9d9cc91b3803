import type { EntityDraft } from "../schema/draft.ts";
import type { JsonSchema } from "../model/entity.ts";
import { pickStandardKeywords } from "./fields.ts";
import type { Json } from "../schema/json.ts";
import { readKeywords } from "./refs.ts";

/**
 * Returns the schema of a response with its references resolved. Omits the keywords of the dialect, except `x-record`
 * and the standard ones of shared definitions.
 */
export function resolveResponse(json: Json, draft: EntityDraft): JsonSchema {
  const keywords = json.get("$ref") ? readKeywords(json, draft) : new Map(json.entries());
  const result: JsonSchema = json.get("$ref") ? pickStandardKeywords(draft.dialect, keywords) : {};
  for (const [name, keyword] of keywords) {
    if (name === "properties")
      result.properties = Object.fromEntries(
        keyword.entries().map(([key, node]) => [key, resolveResponse(node, draft)]),
      );
    else if (name === "items" || (name === "additionalProperties" && keyword.node.type === "object"))
      result[name] = resolveResponse(keyword, draft);
    else if (name === "prefixItems") result[name] = keyword.items().map((item) => resolveResponse(item, draft));
    else if (name === "x-record") result[name] = registerEntity(keyword, draft);
    else if (!name.startsWith("x-") && !name.startsWith("$")) result[name] = keyword.value;
  }
  return result;
}

/** Returns the name of the entity whose record the object represents. Reports unknown entities. */
function registerEntity(keyword: Json, draft: EntityDraft): unknown {
  const { entities } = draft.library;
  if (typeof keyword.value === "string" && !Object.hasOwn(entities, keyword.value))
    draft.reportUnknown(keyword.location(), "entity", keyword.value, Object.keys(entities));
  return keyword.value;
}
