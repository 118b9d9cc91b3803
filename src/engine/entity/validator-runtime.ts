/** What compiled validators call: Ajv's own helpers are CommonJS and would come with Ajv. */

/** Length in characters, not in UTF-16 units. */
export function ucs2length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

/** Whether two JSON values are the same; the order of names does not matter. */
export function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        equal((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  );
}
