/** Plans of an entity's views: form, list, detail, receipt, buttons. */
import type { Expression } from "./expression.ts";

/** Tone of a status: its meaning, not its colour. */
export type Tone = "neutral" | "info" | "warning" | "success" | "danger";

/** Layout of an entity's form. Text key `section.<id>`. A row is a single field or several side by side. */
export interface FormPlan {
  /**
   * List field (rows of `field` and `reason`). While it has rows, the record's form offers only the named fields, each
   * with its reason.
   */
  remarks?: string;
  /** All sections, including those of steps. */
  sections: { id: string; rows: string[][] }[];
  /**
   * Steps of the form in order, each with some of the sections. `call` is a call of `schemas/calls/` that receives the
   * step's fields when the user continues to the next step. Text key `step.<id>`.
   */
  steps?: StepPlan[];
  /** Minutes that filling in all steps takes, from which the form estimates the time left. */
  minutes?: number;
  review: boolean;
  draft: boolean;
  /** Fields of a new record that begin with the values of the newest one. */
  last?: string[];
  /** Lists by name whose rows are lines of a table on screens wider than a phone. */
  grids?: Record<string, GridPlan>;
  /** Whether no field is a list, so that the form needs no rjsf to resolve it. */
  flat?: true;
}
/** Layout of a list as a table of inputs. */
export interface GridPlan {
  /** Amounts of a row that the footer sums up by currency. */
  totals: string[];
}
/** A step of a form. */
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
  /** Sort terms, prefixed with `-` for descending order. Never empty. */
  sort: string[];
  sums: string[];
  /** Fields that users may group the list by. */
  groups?: string[];
  /** Periods of instants that views group by, such as `createdAt.day`. */
  periods?: string[];
  /** Built-in views. Text key `view.<id>`. */
  views: { id: string; where: Record<string, string[]>; grant?: string }[];
  card?: { title: string; amount?: string; status?: string; meta: string[] };
  export: boolean;
  /**
   * `key` is the field whose value groups the rows of a file into one record with several lines. It requires a list in
   * `fields`.
   */
  import?: { fields: string[]; maxRows: number; key?: string };
  /**
   * Opens another record from a row: the fields with its entity and key, and a call of `schemas/calls/` that receives
   * the `{id}` of the opened row.
   */
  opens?: { entity: string; id: string; call?: string };
  bulk: string[];
  /** Calls of `schemas/calls/` that apply to all records of the list. Text key `listAction.<call>`. */
  actions?: string[];
}
/** Layout of a record's page. */
export interface DetailPlan {
  /**
   * Sections of the page. `copy` adds buttons that copy a single line or all lines. `sum` writes the fields as a sum:
   * the first less the others equals the last.
   */
  sections: { id: string; fields: string[]; copy?: boolean; sum?: boolean }[];
  /**
   * Lists of related records below the record. `where` maps their fields to fields of this record. Text key
   * `related.<id>`.
   */
  related?: { id: string; entity: string; where: Record<string, string> }[];
}
/** Layout of a receipt. `named` makes it a fact sheet with the text `receipt.name` as its title. */
export interface ReceiptPlan {
  when?: Expression;
  fields: string[];
  named?: true;
  /**
   * Records listed below the facts, oldest first. `where` maps their fields to fields of this record, or to those of
   * the first and last day of a period.
   */
  rows?: { entity: string; where: Record<string, string | readonly [string, string]>; columns: string[] };
}
/**
 * A line of a summary: a field of the record, or an expression. Text keys `summary.<id>` (label) and
 * `summary.<id>.says`.
 */
export interface SummaryLine {
  id: string;
  field?: string;
  /** Amount in the summary's currency. */
  value?: Expression;
  /** Condition under which the line is shown. Unknown counts as false. */
  when?: Expression;
  strong?: true;
  /**
   * Values in the sentence below the line: fields, or expressions over facts, which `percent` formats as a percentage.
   */
  says?: { name: string; expression?: Expression; percent?: true }[];
}
/**
 * Live panel next to a form. Text keys `summary.label`, `summary.empty`, `summary.lead`, `summary.<id>` and
 * `summary.<id>.says` of a line, `summary.short` and `summary.link.<n>`.
 */
export interface SummaryPlan {
  /**
   * List of rows that are summarised one by one: expressions read the `row`, and as `option` the facts of its currency
   * in the context `facts`. Without it the record is summarised.
   */
  each?: { list: string; facts: string };
  /** ISO currency code of amounts that belong to no field. */
  currency: Expression;
  lead: SummaryLine;
  lines: SummaryLine[];
  /** Shown while `by`, the missing amount, is above zero. Links may contain `{short}` and `{currency}`. */
  short?: { by: Expression; links: { name: string; to: string }[] };
}
/**
 * A call shown as a button on a record or list, with its condition, its tone, and whether it accepts several records.
 */
export interface ActionPlan {
  call: string;
  when?: Expression;
  tone?: Tone;
  bulk: boolean;
}
/**
 * Parts of an entity that a page can show besides its views.
 * @example
 * PAGE_PARTS.includes("list") // => true
 */
export const PAGE_PARTS = ["list", "create", "detail", "edit", "import", "sole"] as const;
/** Name of a part of an entity that a page shows. */
export type PagePart = (typeof PAGE_PARTS)[number];
/** Plans of views by type. Vocabularies add their own types to this interface. */
export interface ViewPlans {}
/** A view of an entity (`x-views`) of a given type. Its text keys begin with `views.<id>.`. */
export interface ViewOf<Type extends keyof ViewPlans> {
  type: Type;
  plan: ViewPlans[Type];
  /**
   * Whether the view also offers the list as a table as its second mode. Text key `views.<id>.label` names the first
   * mode.
   */
  table?: true;
}
/** A view of an entity of any type. */
export type ViewPlan = ViewOf<keyof ViewPlans>;
