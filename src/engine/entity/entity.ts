/**
 * The shape of a compiled schema. A *plan* is plain JSON: what `compileEntity` makes of a schema file, what the portal's
 * page chunk carries and what the server holds. An *entity* is a plan with its kinds looked up and its `check` attached
 * (`hydrate.ts`); every consumer (form, table, filter, export, server) takes an entity.
 */
import type { Kind } from "../kinds/kind.ts";
import type { Expression, Scope } from "../rules/expression.ts";

export type Lang = "zh" | "en";
export type Tone = "neutral" | "info" | "warning" | "success" | "danger";
/** A record as it travels: JSON only; amounts are decimal strings, instants ISO strings in UTC, files ids. */
export type Row = Record<string, unknown>;
export type JsonSchema = { [word: string]: unknown };

/** Where the rows of an entity come from. `call`: the request of a call, a form that is no record. */
export type Source = "store" | "ledger" | "union" | "data" | "call";

export interface FieldPlan {
  name: string;
  /** JSON pointer below the record; the rows of a list are written `*`, as in `/amount` or `/parties/*~share` with `/` for `~`. */
  at: string;
  /** Name of the kind; see `kinds/index.ts`. */
  kind: string;
  /** The field's own schema: standard words only, references resolved, no texts. */
  schema: JsonSchema;
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  /** `code` fixed, or `field`: the sibling that holds the ISO code. */
  currency?: { code: string } | { field: string };
  /** `values` (fixed, in order) or `list` (a reference list: an entity of source `data`, or any other entity). */
  options?: { values: { value: string; tone?: Tone }[] } | { list: string; params: Record<string, string>; fills: Record<string, string> };
  /** Another record. `label` is a template over that record's fields; the server copies `copies[own] = theirs` at creation. */
  ref?: { entity: string; label: string; copies: Record<string, string> };
  file?: { accept: string[]; maxBytes: number; purpose: string };
  mask?: { style: string; in: MaskPlace[] };
  sensitive: boolean;
  compute?: Expression;
  /** Unique per merchant together with these other fields (possibly none). */
  unique?: string[];
  once: boolean;
  /** Checked but never sent or stored. */
  local: boolean;
  digest?: "login" | "pay";
  /** The code button beside the field: calls `call`; `with`: the call's name of each value to the field of this form that holds it. */
  send?: { call: string; with: Record<string, string> };
  /** Keywords that have the schema's own words: text key `field.<name>.message.<keyword>`. */
  messages: string[];
  /** For lists of parties: the fields of one row. */
  items?: FieldPlan[];
}
export type MaskPlace = "list" | "detail" | "form" | "export" | "receipt" | "log";

export interface Field extends Omit<FieldPlan, "kind" | "items"> {
  kind: Kind;
  items?: Field[];
}

/** A relation between values. Exactly one of `assert`, `min`, `max`. Text key `rule.<id>`; `{limit}` in it is the bound that failed. */
export interface RulePlan {
  id: string;
  /** Name of the field the error shows at. */
  at: string;
  when?: Expression;
  assert?: Expression;
  min?: Expression;
  max?: Expression;
  /** `server`: needs facts that the browser may not have; silent there while unknown, always enforced on the server. */
  authority: "both" | "server";
}
export interface ConditionPlan { field: string; expression: Expression }
/** What must be true before a form opens; `message` is a failure's name (`contract/failures.ts`), `goto` the way on. */
export interface GatePlan { unless: Expression; message: string; goto?: string }

export type LedgerAccount = "avail" | "hold" | "in" | "nostro" | "fx" | "fee" | "card" | "cardhold" | "cardfloat";
export interface MoneyLine {
  from: LedgerAccount;
  to: LedgerAccount;
  amount: Expression;
  /** An ISO code or an expression that gives one. */
  currency: { code: string } | { expression: Expression };
}
export interface TransitionPlan {
  on: string;
  /** Empty list: creation. */
  from: string[];
  to: string;
  by: "merchant" | "provider" | "clock";
  grant?: string;
  not?: "maker";
  when?: Expression;
  /** ISO 8601 duration after which the clock fires it. */
  after?: string;
  stepUp?: "pay" | "pay+totp";
  /** Extra fields that the event must bring (`reason`). */
  needs: string[];
  set: Record<string, Expression>;
  /** Lines, or undo: `release` returns what this record still holds, `reverse` undoes the postings of an earlier event. */
  money?: { lines: MoneyLine[] } | { release: true } | { reverse: string };
  count: { limit: Expression; period: "day" | "month"; amount: Expression }[];
  job?: string;
  notify: boolean;
  /** The specification does not show it; the docs list it. */
  assumed: boolean;
}
/** Text keys: `state.<name>` and `event.<on>` (falls back to the locale's word for the event). */
export interface LifecyclePlan {
  field: string;
  states: { name: string; tone: Tone; final: boolean }[];
  transitions: TransitionPlan[];
}

/** Text key `section.<id>`. A row is one field or several side by side. */
export interface FormPlan {
  /** All of them, also where the form has steps. */
  sections: { id: string; rows: string[][] }[];
  /** The form in steps, each with some of the sections, in order. `call`: a call of `schemas/calls/` that gets the step's fields when the person goes on. Text key `step.<id>`. */
  steps?: StepPlan[];
  review: boolean;
  draft: boolean;
}
export interface StepPlan { id: string; sections: string[]; call?: string }
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
  bulk: string[];
}
export interface DetailPlan { sections: { id: string; fields: string[] }[] }
export interface ReceiptPlan { when?: Expression; fields: string[] }
export interface ActionPlan { call: string; when?: Expression; tone?: Tone; bulk: boolean }

export type Access = "public" | "session" | "certified";
/** How a call travels. `path` is below `/api`, with a leading slash. */
export interface CallPlan {
  name: string;
  method: "GET" | "POST";
  path: string;
  /** Further `METHOD /path` that answer alike. */
  alias: { method: "GET" | "POST"; path: string }[];
  access: Access;
  grant?: string;
  stepUp?: "pay" | "pay+totp";
  /** Lifecycle events that this call may fire; empty for plain ones. */
  events: string[];
}

/** What rules may see beyond the record: the call that loads it in the browser, and the type of each member or, where it is one value, of that (`type`). */
export interface ContextPlan { call?: string; key?: string; types: Record<string, string>; type?: string }

export interface EntityPlan {
  name: string;
  /** Path of the schema file from the repository's root, for messages. */
  file: string;
  /** Hash of what matters to storage (field names, kinds, columns); see `docs/schema-language.md`. */
  version: string;
  source: Source;
  /** The field that identifies a record. */
  key: string;
  /** Prefix of generated record numbers (`WD`). */
  number?: string;
  menu?: string;
  /** For `union`: the member entities and, per own field, the member's field. */
  union?: { entity: string; map: Record<string, string> }[];
  /** The whole record, for rjsf, OpenAPI and Ajv: references resolved, no texts, no conditions, unknown properties refused. */
  schema: JsonSchema;
  fields: FieldPlan[];
  rules: RulePlan[];
  show: ConditionPlan[];
  require: ConditionPlan[];
  gates: GatePlan[];
  /** Only the contexts that this entity's rules read. */
  contexts: Record<string, ContextPlan>;
  /** Values of the constants that this entity's rules read; `check` puts them into the scope by itself. */
  constants?: Record<string, string | number | boolean | readonly string[]>;
  /** Minor units by ISO code, for the currencies that this entity can hold. */
  minorUnits: Record<string, number>;
  lifecycle?: LifecyclePlan;
  form: FormPlan;
  list: ListPlan;
  detail: DetailPlan;
  receipt?: ReceiptPlan;
  actions: ActionPlan[];
  calls: Record<string, CallPlan>;
}

/**
 * Texts of one entity in one language by key: `label`, `field.<name>.label|help|placeholder`, `field.<name>.message.<keyword>`,
 * `option.<field>.<value>`, `state.<name>`, `event.<on>`, `section.<id>`, `step.<id>`, `view.<id>`, `rule.<id>`, `form.submit`.
 * Fields of a list's rows are named by their path: `field.parties.share.label`.
 */
export type Texts = Record<string, string>;

export interface CheckError {
  /** JSON pointer of the value, list rows by number: `/parties/0/share`. A missing field has its own pointer. */
  at: string;
  /** The keyword (`required`, `minLength`, `formatMinimum`, ...), the kind's own code, or the rule's id. */
  code: string;
  params: Record<string, string | number>;
  message: string;
}
export interface Verdict { value: Row; errors: CheckError[] }
export interface CheckOptions {
  lang: Lang;
  /** Facts beyond the record, by context name; an absent one makes the rules that read it silent. */
  contexts?: Scope;
  /** `server` also enforces rules of that authority even where unknown facts would silence them. */
  side?: "browser" | "server";
  /** Check only these top-level fields and the rules that read or show at them (a step of a form, a touched field). The verdict's `value` then holds these and what their rules read. */
  only?: readonly string[];
}

export interface Entity extends Omit<EntityPlan, "fields"> {
  fields: Field[];
  /** Throws on an unknown name: a list, rule or page that names a missing field does not compile, so this is our own fault. */
  field(name: string): Field;
  /** The text for a key with `{name}` replaced from `params`; the key itself where there is no text. */
  text(key: string, lang: Lang, params?: Record<string, string | number>): string;
  /** The one verdict: normalises, checks the schema, then the rules. Never throws on bad data. */
  check(record: Row, options: CheckOptions): Verdict;
  /** Whether a field shows for this record (`x-show`; unknown counts as no). */
  shown(name: string, record: Row, contexts?: Scope): boolean;
  /** Whether it must be filled now: required by schema or by `x-require`, and shown. */
  demanded(name: string, record: Row, contexts?: Scope): boolean;
  /** Values of `x-compute` fields for this record; a field whose inputs are unknown is absent. */
  compute(record: Row, contexts?: Scope): Row;
}
