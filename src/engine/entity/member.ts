/** Ids of a union's rows: the member's name, a dot, and the record's key in it. */

/**
 * Returns the name of the member and the record's key in it.
 * @example
 * splitMember("issue.7") // => { name: "issue", key: "7" }
 */
export function splitMember(id: string): { name: string; key: string } {
  const at = id.indexOf(".");
  return { name: id.slice(0, at), key: id.slice(at + 1) };
}
