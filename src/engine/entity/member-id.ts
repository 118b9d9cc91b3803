import type { Entity } from "../model/entity.ts";

/** Returns the key of a record as users read it: in a union without the name of its member. */
export const formatKey = ({ source }: Pick<Entity, "source">, id: string): string =>
  source === "union" ? splitMemberId(id).key : id;

/**
 * Splits the id of a row in a union into the name of the member and the key of its record.
 * @example
 * splitMemberId("issue.7") // => { name: "issue", key: "7" }
 */
export function splitMemberId(id: string): { name: string; key: string } {
  const index = id.indexOf(".");
  return { name: id.slice(0, index), key: id.slice(index + 1) };
}
