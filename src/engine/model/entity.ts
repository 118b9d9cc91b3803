/**
 * Types of compiled schemas. A *plan* is plain JSON: the result of `compileEntity`, which is part of the portal's page
 * chunks and loaded by the server. An *entity* is a plan with its kinds resolved and its `check` attached
 * (`hydrate.ts`). All consumers (form, table, filter, export, server) use entities.
 */
import type { Settings } from "./settings.ts";
import type { FieldPlan, JsonSchema, Row } from "./field.ts";
import type { Field } from "./kind.ts";
import type { FormPlan, ListPlan, DetailPlan, ReceiptPlan, ActionPlan, SummaryPlan, Tone, ViewPlan } from "./views.ts";
import type { Expression, Scope } from "./expression.ts";
import type { DetailResponse, ListResponse, OptionsResponse, PlainDetailResponse, RevealResponse } from "./wire.ts";
import type { Access, Actor, Lang, SourceName, StepUp } from "./register.ts";

export type { Access, Actor, Lang, StepUp };
export type * from "./field.ts";
export type { Field } from "./kind.ts";
export type * from "./views.ts";

/**
 * Source of an entity's rows. `store`: the entity's own table. `system`: data that the server keeps about the signed-in
 * user. `call`: the request of a call, which is not stored. `data`: a reference list. `union`: rows of other entities.
 */
export type Source = "store" | "system" | "union" | "data" | "call" | SourceName;

/**
 * A constraint between values with exactly one of `assert`, `min` and `max`. Text key `rule.<id>`, in which `{limit}`
 * is the violated bound.
 */
export interface RulePlan {
  /** Id of the rule. For rows it is prefixed with the list: `lines.dear`. */
  id: string;
  /** Path of the field that shows the error, such as `lines.amount` for a row field. */
  at: string;
  /** Path of the list whose rows are each checked separately. Without it the rule applies to the record. */
  list?: string;
  when?: Expression;
  assert?: Expression;
  min?: Expression;
  max?: Expression;
  /**
   * `server`: needs facts that the browser may not have, so it is skipped there while they are unknown. The server
   * enforces it even then, unless a value of the record itself is missing.
   */
  authority: "both" | "server";
  /** Whether a violation is only a warning, so that the record stays valid. */
  warns?: true;
  /** Whether the field's hint contains the message with the current bound. */
  hint?: true;
  /** Fields that the sentence `confirms.<id>` names, which is shown while the rule is known to hold. */
  confirms?: string[];
}
/** A condition of a field: an expression that determines whether it applies. */
export interface ConditionPlan {
  /** Path of the field, such as `lines.reason` for a row field. */
  field: string;
  /** Path of the list whose rows are each evaluated separately. Without it the condition applies to the record. */
  list?: string;
  expression: Expression;
}
/**
 * Precondition of a form, which fails unless the result of `unless` is true. When it fails, its message is shown
 * instead of the form, and the server creates no record. `message` is the name of a failure (`contract/failures.ts`),
 * `goto` the page that resolves it.
 */
export interface PreconditionPlan {
  unless: Expression;
  message: string;
  goto?: string;
}

/** A compiled transition of a lifecycle. */
export interface TransitionPlan {
  on: string;
  /** Source states. Empty for a transition that creates the record. */
  from: string[];
  to: string;
  /** Source values by additional axis. Axes that are not listed may have any value. */
  alsoFrom?: Record<string, string[]>;
  /** Target values by additional axis. Axes that are not listed keep their value. */
  alsoTo?: Record<string, string>;
  /** `record` means that another record's event fires it (`fires`). */
  by: Actor | "clock" | "record";
  grant?: string;
  not?: "maker";
  or?: "maker";
  /**
   * Lets the tenant's only user approve a record while creating it. Above `upTo`, or when `amount` or `upTo` is
   * unknown, a second factor is required.
   */
  sole?: { amount: Expression; upTo: Expression };
  when?: Expression;
  /** ISO 8601 duration after which the clock fires the event. */
  after?: string;
  /**
   * Date or instant of the record at which the clock fires the event. A date starts at midnight in the dialect's zone.
   */
  at?: Expression;
  stepUp?: StepUp;
  /** Additional fields that the event requires (`reason`). */
  needs: string[];
  /** Additional fields that the event accepts. */
  takes?: string[];
  set: Record<string, Expression>;
  /** Fields whose change makes the entity's `update` fire the event. Without it, the event has its own call. */
  touches?: string[];
  job?: string;
  /** Events of other records that are fired in the same transaction, after the money has been moved. */
  fires?: {
    entity: string;
    id: Expression;
    event: string;
    /** Tenant of the record to create. Without it, the event is fired on a stored record of the same tenant. */
    tenant?: Expression;
    with: Record<string, Expression>;
  }[];
  /** Events that are fired later on every record of the tenant that has these values and allows the event. */
  firesWhere?: { entity: string; event: string; where: Record<string, Expression> }[];
  notify: boolean;
  /** Whether the transition is missing from the specification, which the documentation points out. */
  assumed: boolean;
}
/** A lifecycle. Text keys: `state.<name>` and `event.<on>` (falls back to the locale's text for the event). */
export interface LifecyclePlan {
  field: string;
  /** Additional fields that only events change, such as a review next to the status. */
  also?: string[];
  /**
   * Money and party fields of an order. The server keeps a digest of their values and checks it before a review and
   * before a provider is asked.
   */
  frozen?: string[];
  states: { name: string; tone: Tone; final: boolean }[];
  transitions: TransitionPlan[];
}

/** HTTP endpoint and requirements of a call. `path` is relative to `/api` and has a leading slash. */
export interface CallPlan {
  name: string;
  method: "GET" | "POST";
  path: string;
  /** Alternative endpoints with the same response. */
  alias: { method: "GET" | "POST"; path: string }[];
  access: Access;
  grant?: string;
  stepUp?: StepUp;
  /** Fields whose change requires the update's `stepUp`. The server's response requests it. */
  guards?: string[];
  /** Effect of a call that belongs to no entity. Such a call runs once per `Idempotency-Key`. */
  changes?: "money" | "record";
  /** Lifecycle events that this call may fire. Empty for plain calls. */
  events: string[];
  /** Paths of the nested objects of the records in its request and response (`EntityPlan.objects`). */
  objects?: readonly string[];
}
/** A call with its response, which only the compiler knows: `responds` is never set. */
export type CallOf<Response> = CallPlan & { readonly responds?: Response };
/** Calls of an entity by name. Those with other names write. */
export interface EntityCalls {
  [name: string]: CallPlan;
  list?: CallOf<ListResponse<Row>>;
  options?: CallOf<OptionsResponse<Row>>;
  reveal?: CallOf<RevealResponse<Row>>;
  detail?: CallOf<PlainDetailResponse & Partial<DetailResponse>>;
}

/**
 * Facts that rules read from outside the record: the call that loads them in the browser, and the type of each member,
 * or of the single value (`type`). `with` maps additional request members, besides entity and currency, to record
 * fields. `guess` lists facts that are false after a wrong guess; each wrong guess counts against the user's attempts.
 * `rows` has a row of facts for each option of a field (`x-options.facts`), by option value.
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
 * A member of a union. `map` maps the union's fields to one field of the member, or to several, of which the first with
 * a value is used. `set` holds constant values of all its rows. `where` selects its records by field values.
 */
export interface UnionMember {
  entity: string;
  map: Record<string, string | string[]>;
  set?: Record<string, string>;
  where: Record<string, string[]>;
}

/** A compiled schema file as JSON, which the build ships and `hydrate` accepts. */
export interface EntityPlan {
  name: string;
  /** Path of the schema file from the repository root, for messages. */
  file: string;
  /** Hash of what affects storage (field names, kinds, columns); see `docs/schema-language.md`. */
  version: string;
  source: Source;
  /** Name of the field that identifies a record. */
  key: string;
  /** Prefix of generated record numbers, such as `WD`. */
  number?: string;
  menu?: string;
  /** Whether each tenant has a single record, whose number is the prefix followed by the tenant's id. */
  sole?: true;
  /**
   * Member entities of a `union`. Every row also has `id` (`<member>.<key>`), `entity` and `turn` (`you`, `us`), and on
   * the user's turn `nextEvent`.
   */
  union?: UnionMember[];
  /** Whether a `union` contains only records that wait for the current user. */
  waiting?: true;
  /**
   * Schema of the whole record for rjsf, OpenAPI and Ajv: references resolved, without texts and conditions, unknown
   * properties rejected.
   */
  schema: JsonSchema;
  /** The schema's branches as JSON Schema, for documentation. The plan contains them as conditions. */
  branches?: JsonSchema;
  fields: FieldPlan[];
  /** Paths of the nested objects, each after its parent: `address`, `address.geo`. Absent if there are none. */
  objects?: string[];
  rules: RulePlan[];
  show: ConditionPlan[];
  require: ConditionPlan[];
  gates: PreconditionPlan[];
  /** Contexts that this entity's rules read. */
  contexts: Record<string, ContextPlan>;
  /** Values of the constants that this entity's rules read. `check` adds them to the scope itself. */
  constants?: Record<string, string | number | boolean | readonly (string | number)[]>;
  /** Minor units by ISO code for the currencies that this entity may contain. */
  minorUnits: Record<string, number>;
  lifecycle?: LifecyclePlan;
  form: FormPlan;
  list: ListPlan;
  detail: DetailPlan;
  summary?: SummaryPlan;
  /** Additional views by the id that pages use. */
  views?: Record<string, ViewPlan>;
  receipt?: ReceiptPlan;
  actions: ActionPlan[];
  /** Buttons that lead to other pages. `{field}` in `to` is replaced with the record's value. Text key `link.<id>`. */
  /** `fixes`: the fields that a failure must be about for the link to be shown. */
  links?: { id: string; to: string; when?: Expression; fixes?: string[]; main?: boolean }[];
  /**
   * How a record of a `union` is created: the member for each value of the field `by`, and the field of the member that
   * is asked beside the choice (`asks`). Text keys `create`,
   * `create.<value>` and `create.<value>.says`.
   */
  create?: { by: string; ways: { value: string; entity: string; asks?: string }[] };
  /** Links that a list without records shows. Text key `empty.<name>`. */
  emptyLinks?: { name: string; to: string }[];
  /** View of another entity that an empty list shows instead of the links. */
  emptyView?: { entity: string; view: string };
  calls: EntityCalls;
}

/**
 * Texts of an entity in one language by key, such as `label`, `noun`, `field.<name>.label|help|placeholder`,
 * `field.<name>.message.<keyword>`, `option.<field>.<value>`, `state.<name>`, `event.<on>`, `section.<id>`,
 * `related.<id>`, `step.<id>`, `view.<id>`, `views.<id>.<part>`, `link.<id>`, `rule.<id>`, `form.submit`,
 * `form.confirm`, `form.said`. Row fields are named by their path: `field.parties.share.label`.
 */
export type Texts = Record<string, string>;

/** An error of a record: its location, the rule that it violates, and how to fix it. */
export interface CheckError {
  /** JSON pointer of the value, with list rows by index: `/parties/0/share`. A missing field has its own pointer. */
  at: string;
  /** The keyword (`required`, `minLength`, `formatMinimum`, ...), the kind's own code, or the id of the rule. */
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/** Result of a check. `warnings` are failed rules that only warn, omitted at fields with an error. */
export interface Verdict {
  value: Row;
  errors: CheckError[];
  warnings: CheckError[];
}
/** Options of a check: the fields to check, and facts from outside the record. */
export interface CheckOptions {
  lang: Lang;
  /** Facts from outside the record, by context name. Rules that read an absent context are skipped. */
  contexts?: Scope;
  /** `server` also enforces server-side rules when their facts are unknown. */
  side?: "browser" | "server";
  /**
   * Limits the check to these top-level fields and the rules that read them or report errors at them (a step of a form,
   * a touched field). The verdict's `value` then contains these fields and what their rules read.
   */
  only?: readonly string[];
}

/** Fields of a single row that its conditions hide or require. */
export interface RowState {
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
}

/** A running entity: its plan with kinds, texts and validator. Created by `hydrate`. */
export interface Entity extends Omit<EntityPlan, "fields"> {
  dialect: Settings;
  fields: Field[];
  /**
   * Returns a field by name.
   * @throws for an unknown name, which compiled lists, rules and pages cannot contain
   */
  field(name: string): Field;
  /** Returns the text of a key with `{name}` replaced from `params`, or the key itself when it has no text. */
  text(key: string, lang: Lang, params?: Record<string, string | number>): string;
  label(field: string, lang: Lang): string;
  /**
   * Returns the noun for a number of records: `payment` for 1, otherwise `payments`. With `field`, returns the unit of
   * that field's value instead.
   */
  unit(count: unknown, lang: Lang, field?: Pick<FieldPlan, "at">): string;
  /** Returns the label of a lifecycle's state. */
  stateLabel(state: string, lang: Lang): string;
  /** Returns the label of an event, or undefined when the schema defines none. */
  eventLabel(event: string, lang: Lang): string | undefined;
  /**
   * Normalises a record and checks it against its schema and rules. Never throws on invalid data.
   * @throws before `loadValidator()` has resolved
   */
  check(record: Row, options: CheckOptions): Verdict;
  /**
   * Returns whether a value satisfies the record's JSON Schema, without rules.
   * @throws before `loadValidator()` has resolved
   */
  validate(value: unknown): boolean;
  /** Loads what `check` and `validate` need, once. Returns undefined when it is already loaded. */
  loadValidator(): Promise<void> | undefined;
}
