/** A parsed JSON file whose values know their position, with typed accessors. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import type { LocalizedMessage } from "../rules/rule-messages.ts";
import { findingMessages } from "./finding-messages.ts";
import type { JsonSyntax } from "./json-messages.ts";
import { createFinding, SchemaErrors, suggest, type SourceLocation, type SchemaError } from "./schema-error.ts";

interface Source {
  file: string;
  text: string;
}

/**
 * A value in a JSON file and its position.
 * @example
 * parseJson("a.json", '{"x":[1,2]}').json?.get("x")?.items().length // => 2
 */
export class Json {
  readonly source: Source;
  readonly node: Node;
  /** Node of the member's name. Undefined when the value is not a member of an object. */
  readonly keyNode: Node | undefined;
  /** The reference that stands for the value in the file, such as the name of a constant. Findings point to it. */
  readonly reference: Json | undefined;
  #value: unknown;

  constructor(source: Source, node: Node, keyNode?: Node, reference?: Json) {
    this.source = source;
    this.node = node;
    this.keyNode = keyNode;
    this.reference = reference;
  }
  /** The value as plain JSON, parsed on first access. */
  get value(): unknown {
    const { offset, length } = this.node;
    return (this.#value ??= JSON.parse(this.source.text.slice(offset, offset + length)));
  }
  get file(): string {
    return this.source.file;
  }
  /** Returns `value` with this value's name and position, which is a reference to it. */
  replaceBy(value: unknown): Json {
    const text = JSON.stringify(value);
    return new Json({ file: this.file, text }, parseTree(text) ?? this.node, this.keyNode, this);
  }
  /** Returns the member of that name, or undefined when there is none. */
  get(name: string): Json | undefined {
    return this.entries().find(([key]) => key === name)?.[1];
  }
  /** Returns the members in file order, or none when the value is not an object. */
  entries(): [name: string, value: Json][] {
    if (this.node.type !== "object") return [];
    const members: [string, Json][] = [];
    for (const { children: [key, value] = [] } of this.node.children ?? [])
      if (key && value) members.push([String(key.value), new Json(this.source, value, key, this.reference)]);
    return members;
  }
  /** Returns the items of a list, or none when the value is not a list. */
  items(): Json[] {
    return this.node.type === "array"
      ? (this.node.children ?? []).map((child) => new Json(this.source, child, undefined, this.reference))
      : [];
  }
  /** Returns the items of a list, or the value itself when it is not a list. */
  itemsOrSelf(): Json[] {
    return this.node.type === "array" ? this.items() : [this];
  }

  /**
   * Returns the member of that name. The meta-schema normally requires it; if a keyword's `schema` does not, a missing
   * member is reported as a finding.
   * @throws SchemaErrors at this value when it has no such member
   */
  member(name: string): Json {
    return this.get(name) ?? this.#refuse("missing-word", findingMessages.missing(name, this.name));
  }
  /**
   * Returns the value as a string.
   * @throws SchemaErrors at this value when it is not one
   */
  string(): string {
    return typeof this.value === "string" ? this.value : this.#refuseType("string");
  }
  /**
   * Returns the value as an integer.
   * @throws SchemaErrors at this value when it is not a whole number
   */
  integer(): number {
    return typeof this.value === "number" && Number.isInteger(this.value) ? this.value : this.#refuseType("integer");
  }
  /**
   * Returns the value as one of the given strings.
   * @throws SchemaErrors at this value when it is not one of them
   * @example word.get("tone")?.oneOf(TONES) ?? "neutral"
   */
  oneOf<Word extends string>(values: readonly Word[]): Word {
    const text = this.string();
    return (
      values.find((value) => value === text) ??
      this.#refuse("bad-value", findingMessages.notAllowed(text, this.name, values), suggest(text, values))
    );
  }
  /**
   * Returns the items as strings.
   * @throws SchemaErrors when the value is not a list, or at the first item that is not a string
   */
  strings(): string[] {
    return this.node.type === "array" ? this.items().map((item) => item.string()) : this.#refuseType("array");
  }
  /**
   * Returns the members as strings by name.
   * @throws SchemaErrors when the value is not an object, or at the first member that is not a string
   */
  stringMap(): Record<string, string> {
    return this.#mapMembers((member) => member.string());
  }
  /**
   * Returns the members as lists of strings by name.
   * @throws SchemaErrors when the value is not an object, or at the first member that is not such a list
   */
  stringLists(): Record<string, string[]> {
    return this.#mapMembers((member) => member.strings());
  }
  #mapMembers<Value>(read: (member: Json) => Value): Record<string, Value> {
    if (this.node.type !== "object") this.#refuseType("object");
    return Object.fromEntries(this.entries().map(([name, member]) => [name, read(member)]));
  }
  /** Name of the member. Undefined for items and for the file itself. */
  get name(): string | undefined {
    return this.keyNode && String(this.keyNode.value);
  }
  #refuseType(type: string): never {
    return this.#refuse("bad-value", findingMessages.wrongShape(this.name, [type], false));
  }
  #refuse(rule: string, message: LocalizedMessage, suggestion?: string): never {
    throw new SchemaErrors([createFinding(this.location(), rule, message, suggestion)]);
  }

  /** Follows names and indexes as far as they exist, and returns the deepest value reached. */
  walk([step, ...rest]: readonly string[]): Json {
    if (step === undefined) return this;
    const next = this.node.type === "array" ? this.items()[Number(step)] : this.get(step);
    return next ? next.walk(rest) : this;
  }
  /** Returns the position of the value, of its name (`key`), or of characters inside a string. */
  location(part?: "key" | { from: number; to: number }): SourceLocation {
    if (this.reference) return this.reference.location(part === "key" ? part : undefined);
    const node = part === "key" ? (this.keyNode ?? this.node) : this.node;
    if (typeof part !== "object" || node.type !== "string") return findPlace(this.source, node.offset, node.length);
    const from = findOffset(this.source.text, node, part.from);
    return findPlace(this.source, from, Math.max(1, findOffset(this.source.text, node, part.to) - from));
  }
}

/**
 * Returns the file offset of a character in a string, or of the string's end when it is shorter. Escapes are longer
 * than their character.
 */
function findOffset(text: string, { offset, length }: Node, index: number): number {
  const end = offset + length - 1;
  let found = offset + 1;
  for (let left = index; left > 0 && found < end; left -= 1)
    found += text[found] === "\\" ? (text[found + 1] === "u" ? 6 : 2) : 1;
  return Math.min(found, end);
}

function findPlace(source: Source, offset: number, length: number): SourceLocation {
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

/**
 * Rules whose findings prevent a file from being read, so that findings in other files may be a consequence.
 * @example
 * UNREADABLE.has("syntax") // => true
 */
export const UNREADABLE: ReadonlySet<string> = new Set(["syntax", "name-twice"]);

/**
 * Parses a file strictly: without comments, trailing commas or duplicate names. Returns findings instead of a value
 * when it is invalid.
 * @example
 * const { json, findings } = parseJson("schemas/entities/issue.json", source);
 */
export function parseJson(file: string, text: string): { json?: Json; findings: SchemaError[] } {
  const source = { file, text: text.replace(/^\uFEFF/, " ") };
  const errors: ParseError[] = [];
  const node = parseTree(source.text, errors, { disallowComments: true, allowTrailingComma: false });
  // Further errors are usually a consequence of the first.
  const findings = errors
    .slice(0, 1)
    .map((error) =>
      createFinding(
        findPlace(source, error.offset, error.length),
        "syntax",
        describeSyntaxError(source.text.slice(error.offset), error.error),
      ),
    );
  if (!node)
    return {
      findings:
        findings.length > 0
          ? findings
          : [createFinding(findPlace(source, 0, 1), "syntax", findingMessages.fileEmpty())],
    };
  findDuplicateNames(source, node, findings);
  return findings.length > 0 ? { findings } : { json: new Json(source, node), findings };
}

/** Characters that authors type by mistake instead of JSON's. */
const UNLIKE: readonly [RegExp, JsonSyntax][] = [
  [/^['‘’“”＂]/, "quotes"],
  [/^：/, "colon"],
  [/^，/, "comma"],
  [/^\/[/*]/, "comment"],
];
function describeSyntaxError(text: string, code: ParseError["error"]): LocalizedMessage {
  const unlike = UNLIKE.find(([pattern]) => pattern.test(text))?.[1];
  return unlike === undefined ? findingMessages.notJson(printParseErrorCode(code)) : findingMessages.notJsonBut(unlike);
}

function findDuplicateNames(source: Source, node: Node, findings: SchemaError[]): void {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === "object" ? child.children?.[0] : undefined;
    if (key && seen.has(key.value))
      findings.push(
        createFinding(
          findPlace(source, key.offset, key.length),
          "name-twice",
          findingMessages.nameTwice(String(key.value)),
        ),
      );
    if (key) seen.add(key.value);
    findDuplicateNames(source, child, findings);
  }
}
