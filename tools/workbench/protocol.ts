/** What the workbench's page and the dev server say to each other: JSON below `/workbench/api/`. */
import type { EntityPlan, JsonSchema, Lang, Row, Texts } from "../../src/engine/index.ts";
import type { SchemaError } from "../../src/engine/compiler.ts";
import type { CaseResult } from "../schemas/cases.ts";
import type { Change } from "../schemas/changes/change.ts";
import type { Unguarded } from "../schemas/guard.ts";

/** What is wrong, and where. */
export type Finding = SchemaError;

/** Where a field goes, in words. */
export type { Reach } from "../schemas/explain.ts";

/** Where the page asks. */
export const API = "/workbench/api";

/** An entity, or a call that a person fills in. `path`: of its file, below the folder's own name. */
export interface Item {
  name: string;
  kind: "entity" | "call";
  label: Record<Lang, string>;
  path: string;
}
/** A word that may stand in a field, with what may be written there. */
export interface FieldWord {
  name: string;
  /** JSON types of the fields that it says something about; absent: all. */
  types?: readonly string[];
  schema: JsonSchema;
  doc: Record<Lang, string>;
}
/** `findings`: why the folder does not compile as it is saved. `root`: the folder's own name, with which paths of schemas begin. */
export interface Items {
  root: string;
  items: Item[];
  words: FieldWord[];
  findings: readonly Finding[];
}

/** What a field takes from a shared definition: its words, and where they stand. */
export interface Inherited {
  words: JsonSchema;
  path: string;
  name: string;
}
/** A text that compiled. `v` names it when previews ask; `check` is the address of the module that judges its records. */
export interface Shown {
  v: number;
  name: string;
  kind: Item["kind"];
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
  check: string;
  /** Where cases are written; absent where there are none. */
  casesFile?: string;
  inherited: Record<string, Inherited>;
}
/** At once, from the one file. Without `shown` it does not compile. `took`: milliseconds. */
export interface Tried {
  findings: readonly Finding[];
  shown?: Shown;
  took: number;
}
/** Next, as there may be many: what becomes of the fixtures. */
export type Verdicts = readonly CaseResult[];
/** A little later, from the whole folder: what only all files together show. */
export interface Whole {
  findings: readonly Finding[];
  /** Against the last commit's text of this file. */
  changes: Change[];
  diff: DiffLine[];
}
/** Last, as it may take seconds: breakages that no case would notice. */
export type Open = readonly Unguarded[];
/** A line of the file against the last commit. `line`: in the new text, for those that are in it. */
export interface DiffLine {
  sign: " " | "+" | "-";
  text: string;
  line?: number;
}

/** `text` stands in place of the file. */
export interface Try {
  path: string;
  text: string;
}
/** `was`: what the file held when it was opened. */
export interface Save extends Try {
  was: string;
}
/** Why nothing was written. */
export type Refused =
  | { refused: "findings"; findings: readonly Finding[] }
  | { refused: "changed"; now: string }
  | { refused: "path" };

/** The cases as they stand in the editor, and what is to become of them: those that fail expect what is found now, or new ones notice what none does. */
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
/** A file that a surface gives, as a spreadsheet shows it. */
export type Sheet = string[][];
export interface Sheets {
  export?: Sheet;
  template?: Sheet;
}
/** What other programs and the store see of it. */
export interface Outside {
  calls: { name: string; way: string; grant?: string; request: unknown; response: unknown }[];
  types: string;
  tables: string;
}
