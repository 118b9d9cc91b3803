/** A JSON file whose values know their place in it. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import type { Said } from "../rules/rule-words.ts";
import { findingWords, type NotJson } from "./finding-words.ts";
import { findingAt, type Place, type SchemaError } from "./schema-error.ts";

interface Source {
  file: string;
  text: string;
}

/** One value of a JSON file. */
export class Json {
  readonly source: Source;
  readonly node: Node;
  /** The name in front of it, for a member of an object. */
  readonly keyNode: Node | undefined;
  #value: unknown;

  constructor(source: Source, node: Node, keyNode?: Node) {
    this.source = source;
    this.node = node;
    this.keyNode = keyNode;
  }
  /** The plain value. */
  get value(): unknown {
    const { offset, length } = this.node;
    return (this.#value ??= JSON.parse(this.source.text.slice(offset, offset + length)));
  }
  get file(): string {
    return this.source.file;
  }
  /** The member of that name. */
  get(name: string): Json | undefined {
    return this.entries().find(([key]) => key === name)?.[1];
  }
  /** Members in the order of the file; none for what is no object. */
  entries(): [name: string, value: Json][] {
    if (this.node.type !== "object") return [];
    return (this.node.children ?? []).flatMap((property) => {
      const [key, value] = property.children ?? [];
      return key && value ? [[key.value as string, new Json(this.source, value, key)] as [string, Json]] : [];
    });
  }
  /** Items of a list; none for what is no list. */
  items(): Json[] {
    return this.node.type === "array" ? (this.node.children ?? []).map((child) => new Json(this.source, child)) : [];
  }
  /** Steps down by names and indexes, as far as there is something. */
  walk([step, ...rest]: readonly string[]): Json {
    if (step === undefined) return this;
    const next = this.node.type === "array" ? this.items()[Number(step)] : this.get(step);
    return next ? next.walk(rest) : this;
  }
  /** Where it stands: the value, its name (`key`), or some characters inside a string. */
  place(part?: "key" | { from: number; to: number }): Place {
    const node = part === "key" ? (this.keyNode ?? this.node) : this.node;
    let { offset, length } = node;
    if (typeof part === "object" && node.type === "string") {
      const map = offsets(this.source.text, node);
      offset = map[Math.min(part.from, map.length - 1)]!;
      length = Math.max(1, map[Math.min(part.to, map.length - 1)]! - offset);
    }
    return placeOf(this.source, offset, length);
  }
}

/** Offsets in the file of each character of a string, and of its end: escapes are longer than what they stand for. */
function offsets(text: string, node: Node): number[] {
  const result: number[] = [];
  let at = node.offset + 1;
  const end = node.offset + node.length - 1;
  while (at < end) {
    result.push(at);
    at += text[at] === "\\" ? (text[at + 1] === "u" ? 6 : 2) : 1;
  }
  return [...result, end];
}

function placeOf(source: Source, offset: number, length: number): Place {
  const before = source.text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  const end = source.text.indexOf("\n", offset);
  const text = source.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
  return {
    file: source.file,
    line: before.split("\n").length,
    column: offset - start + 1,
    text,
    length: Math.min(length, Math.max(1, start + text.length - offset)),
  };
}

/** What keeps a file from being read: other files' findings may come from nothing else. */
export const UNREADABLE: ReadonlySet<string> = new Set(["syntax", "name-twice"]);

/** Reads a file strictly (no comments, no trailing commas, no name twice); findings instead of a value where it cannot be read. */
export function parseJson(file: string, text: string): { json?: Json; findings: SchemaError[] } {
  const source = { file, text: text.replace(/^\uFEFF/, " ") };
  const errors: ParseError[] = [];
  const node = parseTree(source.text, errors, { disallowComments: true, allowTrailingComma: false });
  // What follows the first is mostly its consequence.
  const findings = errors
    .slice(0, 1)
    .map((error) =>
      finding(source, error.offset, error.length, "syntax", notJson(source.text.slice(error.offset), error.error)),
    );
  if (!node)
    return { findings: findings.length > 0 ? findings : [finding(source, 0, 1, "syntax", findingWords.fileEmpty())] };
  twice(source, node, findings);
  return findings.length > 0 ? { findings } : { json: new Json(source, node), findings };
}

/** What people write for what JSON has. */
const UNLIKE: readonly [RegExp, NotJson][] = [
  [/^['‘’“”＂]/, "quotes"],
  [/^：/, "colon"],
  [/^，/, "comma"],
  [/^\/[/*]/, "comment"],
];
function notJson(text: string, code: ParseError["error"]): Said {
  const unlike = UNLIKE.find(([pattern]) => pattern.test(text))?.[1];
  return unlike === undefined ? findingWords.notJson(printParseErrorCode(code)) : findingWords.notJsonBut(unlike);
}
const finding = (source: Source, offset: number, length: number, rule: string, said: Said): SchemaError =>
  findingAt(placeOf(source, offset, length), rule, said);

function twice(source: Source, node: Node, findings: SchemaError[]): void {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === "object" ? child.children?.[0] : undefined;
    if (key && seen.has(key.value))
      findings.push(finding(source, key.offset, key.length, "name-twice", findingWords.nameTwice(String(key.value))));
    if (key) seen.add(key.value);
    twice(source, child, findings);
  }
}
