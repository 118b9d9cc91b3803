import { toHalfWidth, createStringKind, rejectUnless } from "../shared.ts";

/**
 * Returns whether a string is a UUID in the lower-case form of RFC 9562.
 * @example
 * isUuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"); // => true
 */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/**
 * A UUID, such as a payment's UETR. Accepts `{…}`, `urn:uuid:…` and the form without hyphens, and stores it in lower
 * case with hyphens.
 */
export const uuid = createStringKind({
  name: "uuid",
  messages: {
    uuid: { zh: "请输入有效的 UUID（36 位，含连字符）", en: "Enter a valid UUID: 32 hexadecimal digits with hyphens" },
  },
  matches: (schema) => schema.format === "uuid",
  schema: { type: "string", format: "uuid" },
  clean(value) {
    const plain = toHalfWidth(value)
      .toLowerCase()
      .replace(/^urn:uuid:/, "")
      .replace(/^\{(.*)\}$/, "$1");
    return plain.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, "$1-$2-$3-$4-$5");
  },
  validate: rejectUnless(isUuid, "uuid"),
  ellipsis: "middle",
  width: 200,
  examples: ["eb6305c9-1f7f-49de-aed0-16487c27b42d", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  wrong: ["eb6305c9", "eb6305c9-1f7f-49de-aed0-16487c27b42", "gb6305c9-1f7f-49de-aed0-16487c27b42d"],
});
