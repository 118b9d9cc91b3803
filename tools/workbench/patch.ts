/** Edits the text of a schema while preserving order, whitespace and comments. */
import { applyEdits, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from "jsonc-parser";

/**
 * Sets the value at a path, or removes it when `undefined`. Returns the text unchanged when nothing changes or the
 * parent does not exist.
 */
export function patchText(text: string, path: JSONPath, value: unknown): string {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, path);
  if (value === undefined) return node ? applyEdits(text, modify(text, path, undefined, {})) : text;
  if (node)
    return isUnchanged(text, node, value) ? text : spliceText(text, node.offset, node.length, formatJsonLine(value));
  const parent = root && findNodeAtLocation(root, path.slice(0, -1));
  const name = path.at(-1);
  if (!parent) return text;
  if (parent.type === "array") return insertText(text, parent, formatJsonLine(value));
  return parent.type === "object"
    ? insertText(text, parent, `${JSON.stringify(name)}: ${formatJsonLine(value)}`)
    : text;
}

const isUnchanged = (text: string, node: Node, value: unknown) =>
  JSON.stringify(JSON.parse(text.slice(node.offset, node.offset + node.length))) === JSON.stringify(value);
const spliceText = (text: string, offset: number, length: number, by: string) =>
  text.slice(0, offset) + by + text.slice(offset + length);

/** Appends on the same line, or on a separate line if existing members are on separate lines. */
function insertText(text: string, parent: Node, piece: string): string {
  const last = parent.children?.at(-1);
  const inner = parent.type === "object" ? [" ", " "] : ["", ""];
  if (!last)
    return spliceText(
      text,
      parent.offset,
      parent.length,
      `${parent.type === "object" ? "{" : "["}${inner[0]}${piece}${inner[1]}${parent.type === "object" ? "}" : "]"}`,
    );
  const close = text.lastIndexOf("\n", parent.offset + parent.length - 1);
  const end = last.offset + last.length;
  if (close < end) return spliceText(text, end, 0, `, ${piece}`);
  const line = text.slice(text.lastIndexOf("\n", last.offset - 1) + 1);
  return spliceText(text, end, 0, `,\n${/^\s*/.exec(line)![0]}${piece}`);
}

/** Formats on a single line, with spaces inside braces. */
function formatJsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatJsonLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJsonLine(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
