/** Plans of an entity's views: form, list, detail, receipt, buttons. */
import type { Expression } from "./expression.ts";

/** Tone of a status: its meaning, not its colour. */
export type Tone = "neutral" | "info" | "warning" | "success" | "danger";

/** Text key `section.<id>`. A row is one field or several side by side. */
export interface FormPlan {
  /** A list field (rows of `field` and `reason`) whose reasons are shown at the named fields when the record is edited after a rejection. */
  remarks?: string;
  /** All sections, also when the form has steps. */
  sections: { id: string; rows: string[][] }[];
  /**
   * The form in steps, each with some of the sections, in order. `call`: a call of `schemas/calls/` that gets the step's fields when the user
   * continues to the next step. Text key `step.<id>`.
   */
  steps?: StepPlan[];
  review: boolean;
  draft: boolean;
  /** Lists whose rows are lines of a table on screens wider than a phone, by their names. */
  grids?: Record<string, GridPlan>;
  /** True where no field is a list: rjsf has nothing to resolve, so the form is drawn without it. */
  flat?: true;
}
/** A list as a table of inputs. */
export interface GridPlan {
  /** Amounts of a row that the foot adds up, by currency. */
  totals: string[];
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
  /** Fields that users may group the list by. Absent: none. */
  groups?: string[];
  /** Periods of instants that views group the list by: `createdAt.day`. Absent: none. */
  periods?: string[];
  /** Text key `view.<id>`. */
  views: { id: string; where: Record<string, string[]>; grant?: string }[];
  card?: { title: string; amount?: string; status?: string; meta: string[] };
  export: boolean;
  /** `key`: rows of a file with the same value in this field are the lines of one record; only where a list is among `fields`. */
  import?: { fields: string[]; maxRows: number; key?: string };
  /**
   * Opens another record from a row: the fields that hold its entity and its key, and the call of `schemas/calls/` that gets `{id}` of the opened
   * row.
   */
  opens?: { entity: string; id: string; call?: string };
  bulk: string[];
  /** Calls of `schemas/calls/` that act on all records of the list. Text key `listAction.<call>`. */
  actions?: string[];
}
/** Layout of a record's page. */
export interface DetailPlan {
  /** `copy`: shows buttons that copy one line or all lines. */
  sections: { id: string; fields: string[]; copy?: boolean }[];
  /** Lists of related records below the record; `where` maps their field to a field of this record. Text key `related.<id>`. */
  related?: { id: string; entity: string; where: Record<string, string> }[];
}
/** `named`: a sheet of facts, with the text `receipt.name` as its title. */
export interface ReceiptPlan {
  when?: Expression;
  fields: string[];
  named?: true;
  /** Records that the paper lists below its facts, oldest first; `where` maps their field to a field of this record. */
  rows?: { entity: string; where: Record<string, string>; columns: string[] };
}
/** One line of a summary: a field of the record, or an expression. Text keys `summary.<id>` (label) and `summary.<id>.says`. */
export interface SummaryLine {
  id: string;
  field?: string;
  /** An amount in the summary's currency. */
  value?: Expression;
  /** Shown only while it holds; unknown counts as no. */
  when?: Expression;
  strong?: true;
  /** Values that the sentence below the line names: fields, or expressions over facts; `percent` of the latter are shown in per cent. */
  says?: { name: string; expression?: Expression; percent?: true }[];
}
/** Live panel beside a form. Text keys `summary.label`, `summary.empty`, `summary.lead`, `summary.short` and `summary.link.<n>`. */
export interface SummaryPlan {
  /** ISO code of amounts that are no field's. */
  currency: Expression;
  lead: SummaryLine;
  lines: SummaryLine[];
  /** `by`: what is lacking, where it is above zero. `{short}` and `{currency}` in the links' addresses. */
  short?: { by: Expression; links: { name: string; to: string }[] };
}
/** A call shown as a button of a record or a list: its condition, its tone, and whether it accepts several records. */
export interface ActionPlan {
  call: string;
  when?: Expression;
  tone?: Tone;
  bulk: boolean;
}
/**
 * What a page may show of an entity besides its views.
 * @example
 * PAGE_PARTS.includes("list") // => true
 */
export const PAGE_PARTS = ["list", "create", "detail", "edit", "import", "sole"] as const;
/** A part of an entity that a page shows by this name. */
export type PagePart = (typeof PAGE_PARTS)[number];
/**
 * Plans of views by their type; a vocabulary adds those of its types to this interface.
 */
export interface ViewPlans {}
/** A view of an entity (`x-views`) of one type. Text keys begin with `views.<id>.`. */
export interface ViewOf<Type extends keyof ViewPlans> {
  type: Type;
  plan: ViewPlans[Type];
  /** True when the list as a table is its second mode. Text key `views.<id>.label` names the first. */
  table?: true;
}
/** A view of an entity of any type. */
export type ViewPlan = ViewOf<keyof ViewPlans>;
