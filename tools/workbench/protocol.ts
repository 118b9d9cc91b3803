/** Protocol of the workbench's page and the dev server: JSON below `/workbench/api/`. */
import type { EntityPlan, JsonSchema, Lang, Row, Texts } from "../../src/engine/index.ts";
import type { SchemaError } from "../../src/engine/compiler.ts";
import type { CaseResult } from "../schemas/cases.ts";
import type { Change } from "../schemas/changes/change.ts";
import type { Unguarded } from "../schemas/guard.ts";

export type Finding = SchemaError;

export type { Reach } from "../schemas/reach.ts";

export const API = "/workbench/api";

/** An entity, or a call with a form. `path`: of its file, beginning with the folder's name. */
export interface Item {
  name: string;
  kind: "entity" | "call";
  label: Record<Lang, string>;
  path: string;
}
/** A field word and its schema. */
export interface FieldWord {
  name: string;
  /** JSON types of the fields that it applies to; absent: all. */
  types?: readonly string[];
  schema: JsonSchema;
  doc: Record<Lang, string>;
}
/** `findings`: why the saved folder does not compile. `root`: the folder's name, with which schema paths begin. */
export interface Items {
  root: string;
  items: Item[];
  words: FieldWord[];
  findings: readonly Finding[];
}

/** Words that a field inherits from a shared definition, and where they are. */
export interface Inherited {
  words: JsonSchema;
  path: string;
  name: string;
}
/** A text that compiled. `v` identifies it for previews; `check`: URL of its validator module. */
export interface Shown {
  v: number;
  name: string;
  kind: Item["kind"];
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
  check: string;
  /** Path of the cases; absent when there are none. */
  casesFile?: string;
  inherited: Record<string, Inherited>;
}
/** Immediate result for one file. Without `shown` it does not compile. `took`: ms. */
export interface Tried {
  findings: readonly Finding[];
  shown?: Shown;
  took: number;
}
/** Results of the fixtures. */
export type Verdicts = readonly CaseResult[];
/** Results that need the whole folder. */
export interface Whole {
  findings: readonly Finding[];
  /** Changes since the last commit's text of this file. */
  changes: Change[];
  diff: DiffLine[];
}
/** Unguarded mutations; may take seconds. */
export type Open = readonly Unguarded[];
/** A line of the diff. `line`: line number in the new text. */
export interface DiffLine {
  sign: " " | "+" | "-";
  text: string;
  line?: number;
}

/** `text` replaces the file. */
export interface Try {
  path: string;
  text: string;
}
/** `was`: the file's text when it was opened. */
export interface Save extends Try {
  was: string;
}
/** Why nothing was written. */
export type Refused =
  | { refused: "findings"; findings: readonly Finding[] }
  | { refused: "changed"; now: string }
  | { refused: "path" };

/**
 * The cases in the editor, and what to do: `accept` updates failing ones to what is found, `suggest` adds cases for
 * what none notices.
 */
export interface Mend {
  v: number;
  text: string;
  what: "accept" | "suggest";
}

/** A call of a preview, answered from sample rows. */
export interface PreviewCall {
  v: number;
  entity: string;
  call: string;
  body: Row;
  lang: Lang;
  rows: number;
}
/** A file as a spreadsheet shows it. */
export type Sheet = string[][];
export interface Sheets {
  export?: Sheet;
  template?: Sheet;
}
/** What other programs and the store see. */
export interface Outside {
  calls: { name: string; way: string; grant?: string; request: unknown; response: unknown }[];
  types: string;
  tables: string;
}
