/**
 * Splits the id of a row in a union into the name of the member and the key of its record.
 * @example
 * splitMember("issue.7") // => { name: "issue", key: "7" }
 */
export function splitMember(id: string): { name: string; key: string } {
  const at = id.indexOf(".");
  return { name: id.slice(0, at), key: id.slice(at + 1) };
}
