/** Plans of what is drawn of an entity: form, list, detail, receipt, buttons. */
import type { Expression } from "./expression.ts";

/** Colour of a status: what it means, not how it looks. */
export type Tone = "neutral" | "info" | "warning" | "success" | "danger";

/** Text key `section.<id>`. A row is one field or several side by side. */
export interface FormPlan {
  /** A list field (rows of `field` and `reason`) whose reasons stand at the fields of a record that is filled in again. */
  remarks?: string;
  /** All of them, also where the form has steps. */
  sections: { id: string; rows: string[][] }[];
  /** The form in steps, each with some of the sections, in order. `call`: a call of `schemas/calls/` that gets the step's fields when the person goes on. Text key `step.<id>`. */
  steps?: StepPlan[];
  review: boolean;
  draft: boolean;
}
/** One step of a form. */
export interface StepPlan {
  id: string;
  sections: string[];
  call?: string;
}
/** Layout of an entity's list: columns, filters, sort orders, sums. */
export interface ListPlan {
  columns: string[];
  search: string[];
  filters: { primary: string[]; more: string[] };
  /** Sort terms, `-` first for descending. Never empty. */
  sort: string[];
  sums: string[];
  /** Text key `view.<id>`. */
  views: { id: string; where: Record<string, string[]>; grant?: string }[];
  card?: { title: string; amount?: string; status?: string; meta: string[] };
  export: boolean;
  import?: { fields: string[]; maxRows: number };
  /** A row opens another record: the fields that name its entity and its key, and the call of `schemas/calls/` that is told `{id}` of the opened row. */
  opens?: { entity: string; id: string; call?: string };
  bulk: string[];
  /** Calls of `schemas/calls/` that act on all records of the list. Text key `listAction.<call>`. */
  actions?: string[];
}
/** Layout of a record's page. */
export interface DetailPlan {
  /** `copy`: its lines are there to be handed on, one by one or all together. */
  sections: { id: string; fields: string[]; copy?: boolean }[];
  /** Lists of other records below it; `where` is their field to ours. Text key `related.<id>`. */
  related?: { id: string; entity: string; where: Record<string, string> }[];
}
/** `named`: a sheet of facts, called by the text `receipt.name`. */
export interface ReceiptPlan {
  when?: Expression;
  fields: string[];
  named?: true;
}
/** A call as a button of a record or a list: its condition, its tone, and whether it takes many records. */
export interface ActionPlan {
  call: string;
  when?: Expression;
  tone?: Tone;
  bulk: boolean;
}
