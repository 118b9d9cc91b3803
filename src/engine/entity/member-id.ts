/**
 * Splits the id of a row in a union into the name of the member and the key of its record.
 * @example
 * splitMemberId("issue.7") // => { name: "issue", key: "7" }
 */
export function splitMemberId(id: string): { name: string; key: string } {
  const index = id.indexOf(".");
  return { name: id.slice(0, index), key: id.slice(index + 1) };
}
