/** Values between JavaScript and PostgreSQL's text format, the same for both engines. */

const utc = (text: string) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
const asIs = (text: string) => text;

/** Parsers of column values by PostgreSQL's type OID; other types stay text. */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t", // boolean
  17: (text) => Buffer.from(text.slice(2), "hex"), // bytea
  20: asIs, // bigint: beyond what a number holds
  21: Number, // smallint
  23: Number, // integer
  26: Number, // oid
  114: (text): unknown => JSON.parse(text), // json
  700: Number, // real
  701: Number, // double precision
  1082: asIs, // date: a Date would have a time zone
  1114: asIs, // timestamp
  1184: utc, // timestamptz
  1700: asIs, // numeric
  3802: (text): unknown => JSON.parse(text), // jsonb
};

/** A parameter as PostgreSQL's text. Objects become JSON, lists array literals, dates ISO 8601. */
export function parameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(element).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function element(value: unknown): string {
  const text = parameter(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
