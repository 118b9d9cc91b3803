/** Converts values between JavaScript and PostgreSQL's text format, in the same way for both engines. */

const parseUtc = (text: string) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
const keepText = (text: string) => text;

/** Parsers of column values by PostgreSQL type OID. Values of other types stay strings. */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t", // boolean
  17: (text) => Buffer.from(text.slice(2), "hex"), // bytea
  20: keepText, // bigint: may exceed the safe integers
  21: Number, // smallint
  23: Number, // integer
  26: Number, // oid
  114: (text): unknown => JSON.parse(text), // json
  700: Number, // real
  701: Number, // double precision
  1082: keepText, // date: a Date would have a time zone
  1114: keepText, // timestamp
  1184: parseUtc, // timestamptz
  1700: keepText, // numeric
  3802: (text): unknown => JSON.parse(text), // jsonb
};

/**
 * Formats a parameter as PostgreSQL text: objects as JSON, arrays as array literals, bytes in hexadecimal, and dates in
 * ISO 8601 form. Null and undefined become null.
 */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(quoteElement).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function quoteElement(value: unknown): string {
  const text = toParameter(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
