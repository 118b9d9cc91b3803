import { toHalfWidth, createStringKind, rejectUnless } from "../shared.ts";

/**
 * Returns whether a string is an email address: valid for `<input type=email>`, with a top-level domain of letters, at
 * most 64 characters before the `@`, and at most 254 in total (RFC 5321).
 */
export const isEmail = (value: string): boolean =>
  value.length <= 254 &&
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(value);

/** An email address. The domain is stored in lower case, the local part as typed. */
export const email = createStringKind({
  name: "email",
  matches: (schema) => schema.format === "email",
  schema: { type: "string", format: "email" },
  clean(value) {
    const address = toHalfWidth(value);
    const index = address.lastIndexOf("@");
    return index < 0 ? address : address.slice(0, index) + address.slice(index).toLowerCase();
  },
  validate: rejectUnless(isEmail, "email"),
  width: 220,
  examples: ["finance@example.com", "li.wei+pay@shop.example.cn"],
  wrong: ["finance", "finance@", "@example.com", "a b@example.com", "a@localhost"],
});
