/** Protocol between the workbench page and the development server: JSON below `/workbench/api/`. */
import type { EntityPlan, JsonSchema, Lang, Row, Texts } from "@portolan/engine";
import type { SchemaError } from "@portolan/engine/compiler";
import type { CaseResult } from "../schemas/cases.ts";
import type { Change } from "../schemas/changes/change.ts";
import type { UndetectedMutation } from "../schemas/mutations.ts";

export type Finding = SchemaError;

export type { Reach } from "@portolan/engine/compiler";

export const API = "/workbench/api";

/** An entity, or a call with a form. `path`: path of its file, starting with the folder name. */
export interface Item {
  name: string;
  kind: "entity" | "call";
  label: Record<Lang, string>;
  path: string;
}
/** A field keyword and its schema. */
export interface FieldKeyword {
  name: string;
  /** JSON types to which the keyword applies; undefined for all. */
  types?: readonly string[];
  schema: JsonSchema;
  doc: Record<Lang, string>;
}
/** `findings`: why the saved folder does not compile. `root`: folder name, with which schema paths start. */
export interface Items {
  root: string;
  items: Item[];
  keywords: FieldKeyword[];
  findings: readonly Finding[];
}

/** Keywords that a field inherits from a shared definition, and their location. */
export interface Inherited {
  keywords: JsonSchema;
  path: string;
  name: string;
}
/** A text that compiled. `v`: version referenced by previews; `check`: URL of its validator module. */
export interface Shown {
  v: number;
  name: string;
  kind: Item["kind"];
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
  check: string;
  /** Path of the cases file; undefined when there is none. */
  casesFile?: string;
  inherited: Record<string, Inherited>;
}
/** Immediate result for a single file. Has no `shown` when it does not compile. `took`: duration in ms. */
export interface Tried {
  findings: readonly Finding[];
  shown?: Shown;
  took: number;
}
/** Results of the fixtures. */
export type Verdicts = readonly CaseResult[];
/** Results that depend on the whole folder. */
export interface Whole {
  findings: readonly Finding[];
  /** Changes since the last commit of this file. */
  changes: Change[];
  diff: DiffLine[];
}
/** Unguarded mutations, which may take seconds to find. */
export type Open = readonly UndetectedMutation[];
/** A line of the diff. `line`: line number in the new text. */
export interface DiffLine {
  sign: " " | "+" | "-";
  text: string;
  line?: number;
}

/** Compile request. `text` replaces the file. */
export interface Try {
  path: string;
  text: string;
}
/** Save request. `was`: content of the file when it was opened. */
export interface Save extends Try {
  was: string;
}
/** Reasons why nothing was saved. */
export type Refused =
  | { refused: "findings"; findings: readonly Finding[] }
  | { refused: "changed"; now: string }
  | { refused: "path" };

/**
 * Content of the cases in the editor, and the action: `accept` updates failing cases to the actual results, `suggest`
 * adds cases for undetected mutations.
 */
export interface Mend {
  v: number;
  text: string;
  what: "accept" | "suggest";
}

/** A call of a preview, answered with sample rows. */
export interface PreviewCall {
  v: number;
  entity: string;
  call: string;
  body: Row;
  lang: Lang;
  rows: number;
}
/** Cells of a file, as a spreadsheet shows them. */
export type Sheet = string[][];
export interface Sheets {
  export?: Sheet;
  template?: Sheet;
}
/** An entity as other programs and the database see it. */
export interface DerivedCode {
  calls: { name: string; route: string; grant?: string; request: unknown; response: unknown }[];
  types: string;
  tables: string;
}
