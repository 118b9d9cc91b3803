import { toHalfWidth, createStringKind, rejectUnless } from "../shared.ts";

/** Maximum length of a URL that browsers and proxies reliably support. */
const LONGEST = 2048;
/** Source of the pattern of a host name, which has at least one dot and may contain letters of any script. */
const HOST = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[A-Za-z0-9-]{2,59})`;
const ADDRESS = new RegExp(String.raw`^https://${HOST}(?::\d{1,5})?(?:[/?#][^\s<>"\\^${"`"}{|}\p{C}]*)?$`, "u");

/**
 * Returns whether a value is an `https` URL with a dotted host name, without credentials, and with at most 2,048
 * characters.
 * @example
 * isLink("javascript:alert(1)"); // => false
 */
export const isLink = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LONGEST && ADDRESS.test(value);

const BARE = new RegExp(String.raw`^${HOST}(?:[:/?#]|$)`, "u");

/** A web address, `https` only. The scheme is added when it is missing. Displayed as a link that opens in a new tab. */
export const link = createStringKind({
  name: "link",
  messages: { link: { zh: "请输入以 https:// 开头的网址", en: "Enter a web address that begins with https://" } },
  matches: (schema) => schema.format === "uri",
  schema: { type: "string", format: "uri" },
  clean(value) {
    const address = toHalfWidth(value);
    const whole = BARE.test(address) ? `https://${address}` : address;
    // Scheme and host are case-insensitive, but the path is not.
    return whole.replace(/^https:\/\/[^/?#]*/i, (host) => host.toLowerCase());
  },
  validate: rejectUnless(isLink, "link"),
  width: 220,
  minWidth: 120,
  examples: ["https://shop.example.com", "https://www.example.cn/store?id=8#top"],
  wrong: [
    "http://example.com",
    "javascript:alert(1)",
    "https://",
    "https://a:b@example.com",
    "https://localhost",
    "a b",
  ],
});
