/**
 * An element: name, content and attributes. Omitted if its content is `undefined` or consists only of omitted elements.
 */
export type XmlElement = readonly [
  name: string,
  content: string | undefined | readonly (XmlElement | undefined)[],
  attributes?: Readonly<Record<string, string>>,
];

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML 1.0 does not allow. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeText = (text: string): string =>
  text.replaceAll(FORBIDDEN, "").replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

/** Writes an element as indented text. Returns an empty string for an omitted element. */
export function writeXml([name, content, attributes = {}]: XmlElement, indent = ""): string {
  if (content === undefined) return "";
  const open = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  const tag = `${indent}<${name}${open.join("")}>`;
  if (typeof content === "string") return `${tag}${escapeText(content)}</${name}>\n`;
  const inner = content.map((element) => (element ? writeXml(element, `${indent}  `) : "")).join("");
  return inner === "" ? "" : `${tag}\n${inner}${indent}</${name}>\n`;
}
