import { createHash } from "node:crypto";

/** Serialises a value as JSON with sorted keys and without whitespace, so that equal values give equal strings. */
export function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalize(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** Returns the SHA-256 of bytes, or of a string in UTF-8, in hexadecimal. */
export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
