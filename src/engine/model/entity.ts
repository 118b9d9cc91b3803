/**
 * The shape of a compiled schema. A *plan* is plain JSON: the result of `compileEntity`, shipped in the portal's page chunks and loaded by the
 * server. An *entity* is a plan with its kinds looked up and its `check` attached
 * (`hydrate.ts`); every consumer (form, table, filter, export, server) takes an entity.
 */
import type { Settings } from "./settings.ts";
import type { FieldPlan, JsonSchema, Row } from "./field.ts";
import type { Field } from "./kind.ts";
import type { FormPlan, ListPlan, DetailPlan, ReceiptPlan, ActionPlan, SummaryPlan, Tone, ViewPlan } from "./views.ts";
import type { Expression, Scope } from "./expression.ts";
import type { Access, Actor, Lang, SourceWord, StepUp } from "./register.ts";

export type { Access, Actor, Lang, StepUp };
export type * from "./field.ts";
export type { Field } from "./kind.ts";
export type * from "./views.ts";

/**
 * Where the rows of an entity come from. `system`: facts of the server about the signed-in user. `call`: the request of a call; nothing is stored.
 */
export type Source = "store" | "system" | "union" | "data" | "call" | SourceWord;

/** A relation between values. Exactly one of `assert`, `min`, `max`. Text key `rule.<id>`; `{limit}` in it is the bound that failed. */
export interface RulePlan {
  /** In the rows of a list with the list first: `lines.dear`. */
  id: string;
  /** Path of the field the error shows at; a field of a row is written `lines.amount`. */
  at: string;
  /** Path of the list whose rows it is about, each by itself; absent: it is about the record. */
  list?: string;
  when?: Expression;
  assert?: Expression;
  min?: Expression;
  max?: Expression;
  /** `server`: needs facts that the browser may not have; silent there while unknown, always enforced on the server. */
  authority: "both" | "server";
  /** Warns only; the record stays valid. */
  warns?: true;
}
/** A condition of a field: the expression under which it holds. */
export interface ConditionPlan {
  /** Path of the field; a field of a row is written `lines.reason`. */
  field: string;
  /** Path of the list whose rows it is about, each by itself; absent: it is about the record. */
  list?: string;
  expression: Expression;
}
/** Precondition of a form; `message` is a failure's name (`contract/failures.ts`), `goto` the page that resolves it. */
export interface PreconditionPlan {
  unless: Expression;
  message: string;
  goto?: string;
}

/** A compiled transition of a lifecycle. */
export interface TransitionPlan {
  on: string;
  /** Empty list: creation. */
  from: string[];
  to: string;
  /** Source values by further axis; an axis that is not named may have any value. */
  alsoFrom?: Record<string, string[]>;
  /** Target value by further axis; an axis that is not named keeps its value. */
  alsoTo?: Record<string, string>;
  /** `record`: another record's event (`fires`). */
  by: Actor | "clock" | "record";
  grant?: string;
  not?: "maker";
  /** Lets the tenant's only user approve a record on creating it; above `upTo`, or when `upTo` is unknown, with a second factor. */
  sole?: { amount: Expression; upTo: Expression };
  when?: Expression;
  /** ISO 8601 duration after which the clock fires it. */
  after?: string;
  /** A date or instant of the record at which the clock fires it; a date begins at midnight in the dialect's zone. */
  at?: Expression;
  stepUp?: StepUp;
  /** Extra fields that the event must bring (`reason`). */
  needs: string[];
  /** Optional fields of the event. */
  takes?: string[];
  set: Record<string, Expression>;
  /** The entity's `update` fires it when one of these fields changes. Absent: a call of its own does. */
  touches?: string[];
  job?: string;
  /** Cascaded events of other records, in the same transaction, after the money is moved. */
  fires?: {
    entity: string;
    id: Expression;
    event: string;
    /** Tenant of the record to create. Absent: the event is fired at a stored record of the same tenant. */
    tenant?: Expression;
    with: Record<string, Expression>;
  }[];
  notify: boolean;
  /** True when the specification does not show the transition; the documentation lists it. */
  assumed: boolean;
}
/** Text keys: `state.<name>` and `event.<on>` (falls back to the locale's word for the event). */
export interface LifecyclePlan {
  field: string;
  /** Further fields that only events change: a review beside the status. Absent: none. */
  also?: string[];
  states: { name: string; tone: Tone; final: boolean }[];
  transitions: TransitionPlan[];
}

/** How a call travels. `path` is below `/api`, with a leading slash. */
export interface CallPlan {
  name: string;
  method: "GET" | "POST";
  path: string;
  /** Aliases, as `METHOD /path`, with the same response. */
  alias: { method: "GET" | "POST"; path: string }[];
  access: Access;
  grant?: string;
  stepUp?: StepUp;
  /** Requires the update's `stepUp` only when one of these fields changes; the server's response requests it. */
  guards?: string[];
  /** Effect of a call without an entity. Such a call runs once per `Idempotency-Key`. */
  changes?: "money" | "record";
  /** Lifecycle events that this call may fire; empty for plain ones. */
  events: string[];
}

/**
 * Facts that rules read beyond the record: the call that loads them in the browser, and the type of each member, or of the single value (`type`).
 * `with`: maps further members of the request, besides entity and currency, to the record's fields. `guess`: facts that a guess makes false; false
 * ones are counted against the user's attempts. `rows`: one row of facts for each option of a field (`x-options.facts`), by the option's value.
 */
export interface ContextPlan {
  call?: string;
  key?: string;
  with?: Record<string, string>;
  guess?: string[];
  types: Record<string, string>;
  type?: string;
  rows?: Record<string, string>;
}

/**
 * One member of a union. `map`: own field to the member's, or to several, of which the first with a value counts; `set`: the
 * same value in all its rows; `where`: selects its records by values of its fields.
 */
export interface UnionMember {
  entity: string;
  map: Record<string, string | string[]>;
  set?: Record<string, string>;
  where: Record<string, string[]>;
}

/** A compiled schema file, as JSON: what the build ships and `hydrate` takes. */
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
  /** True when a tenant has one record; its number is the prefix and the tenant's id. */
  sole?: true;
  /** For `union`: the member entities. Every row also knows `id` (`<member>.<key>`), `entity`, `turn` (`you`, `us`) and `nextEvent`. */
  union?: UnionMember[];
  /** For `union`: true when only records are in that wait for the user who reads. */
  waiting?: true;
  /** The whole record, for rjsf, OpenAPI and Ajv: references resolved, no texts, no conditions, unknown properties refused. */
  schema: JsonSchema;
  /** Its branches in words of JSON Schema, for documents: the plan has them as conditions. */
  branches?: JsonSchema;
  fields: FieldPlan[];
  rules: RulePlan[];
  show: ConditionPlan[];
  require: ConditionPlan[];
  gates: PreconditionPlan[];
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
  summary?: SummaryPlan;
  /** Further views by their id, which pages name. */
  views?: Record<string, ViewPlan>;
  receipt?: ReceiptPlan;
  actions: ActionPlan[];
  /** Buttons to other pages; `{field}` in `to` is the record's value. Text key `link.<id>`. */
  links?: { id: string; to: string; when?: Expression; main?: boolean }[];
  calls: Record<string, CallPlan>;
}

/**
 * Texts of one entity in one language by key: `label`, `field.<name>.label|help|placeholder`, `field.<name>.message.<keyword>`,
 * `option.<field>.<value>`, `state.<name>`, `event.<on>`, `section.<id>`, `related.<id>`, `step.<id>`, `view.<id>`, `views.<id>.<part>`,
 * `link.<id>`, `rule.<id>`, `form.submit`, `form.said`.
 * Fields of a list's rows are named by their path: `field.parties.share.label`.
 */
export type Texts = Record<string, string>;

/** One error of a record: where it is, which rule it breaks and what would be right. */
export interface CheckError {
  /** JSON pointer of the value, list rows by number: `/parties/0/share`. A missing field has its own pointer. */
  at: string;
  /** The keyword (`required`, `minLength`, `formatMinimum`, ...), the kind's own code, or the rule's id. */
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/** `warnings`: failed rules that only warn; none at a field with an error. */
export interface Verdict {
  value: Row;
  errors: CheckError[];
  warnings: CheckError[];
}
/** Options of a check: which fields, and facts beyond the record. */
export interface CheckOptions {
  lang: Lang;
  /** Facts beyond the record, by context name; rules that read an absent one are skipped. */
  contexts?: Scope;
  /** `server` also enforces the rules of that authority when their facts are unknown. */
  side?: "browser" | "server";
  /**
   * Check only these top-level fields and the rules that read or show at them (a step of a form, a touched field). The verdict's `value` then holds
   * these and what their rules read.
   */
  only?: readonly string[];
}

/** Fields of one row that its conditions hide or demand. */
export interface RowState {
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
}

/** A running entity: its plan with kinds, texts and validator. Made by `hydrate`. */
export interface Entity extends Omit<EntityPlan, "fields"> {
  dialect: Settings;
  fields: Field[];
  /** @throws on an unknown name: lists, rules and pages that name a missing field do not compile */
  field(name: string): Field;
  /** Returns the text of a key with `{name}` replaced from `params`; the key itself when it has no text. */
  text(key: string, lang: Lang, params?: Record<string, string | number>): string;
  /** Returns the label of a field. */
  label(field: string, lang: Lang): string;
  /** Returns the label of a lifecycle's state. */
  stateLabel(state: string, lang: Lang): string;
  /** Returns the label of an event; undefined when the schema gives it none. */
  eventLabel(event: string, lang: Lang): string | undefined;
  /** Normalises a record, checks its schema, then the rules. Never throws on bad data. @throws before `loadValidator()` has resolved */
  check(record: Row, options: CheckOptions): Verdict;
  /** Returns whether a value fulfils the record's JSON Schema alone. @throws before `loadValidator()` has resolved */
  validate(value: unknown): boolean;
  /** Loads what `check` needs, once; undefined when it is loaded. */
  loadValidator(): Promise<void> | undefined;
}
