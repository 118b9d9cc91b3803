/** Helpers of compiled validators. Ajv's own helpers are CommonJS and would add Ajv to the bundle. */

/** Returns the length of a string in code points rather than UTF-16 code units, as JSON Schema counts it. */
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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns whether two JSON values are equal regardless of the order of their members. */
export function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]))
  );
}

/** Returns whether a string is a valid regular expression. Implements the format `regex` of schema files. */
export function isRegex(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
