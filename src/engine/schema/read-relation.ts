import type { EntityDraft } from "./draft.ts";
import type { Json } from "./json.ts";

/** Records of another entity that belong to a record: those whose fields equal its own. */
export interface Relation {
  entity: string;
  /** Fields of the other entity, each with the own field that it equals. */
  where: Record<string, string>;
}

/** Reads `entity` and `where` of a keyword. Reports an unknown entity, and unknown fields of either. */
export function readRelation(keyword: Json, draft: EntityDraft): Relation & { theirs: readonly string[] | undefined } {
  const [entity, where] = [keyword.member("entity"), keyword.member("where")];
  const theirs = draft.readEntityFields(entity);
  for (const [their, own] of where.entries()) {
    if (theirs && !theirs.includes(their)) draft.reportUnknown(own.location("key"), "field", their, theirs);
    draft.field(own);
  }
  return { entity: entity.string(), where: where.stringMap(), theirs };
}
