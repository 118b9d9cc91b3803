/** Requests and answers of the calls that every entity has. `R`: the record as it is read. */
import type { Actor, Lang, Row, StepUp } from "./entity.ts";
import type { TenantWord } from "./register.ts";

/** Options of a list request, as in its query string. */
interface ListOptions {
  page?: number;
  size?: number;
  /** Field names, comma-separated; `-` first for descending. */
  sort?: string;
  cursor?: string;
  /** Text to search by. */
  q?: string;
  /** Name of a view of the list. */
  view?: string;
  /** Field of the list's `groups`: asks for the groups instead of rows. */
  group?: string;
  /** 1: with `total` and `sums`. */
  totals?: 1;
}
type FieldName<R> = Extract<keyof R, string>;
/** Options and filters. A field named like an option, and any other, may be written with `f.` first. */
export type ListRequest<R> = ListOptions & {
  [F in FieldName<R> as (F extends keyof ListOptions ? never : F) | `f.${F}`]?: string;
};
/** One page of a list. */
export interface ListResponse<R> {
  list: R[];
  /** Cursor of the next page. */
  next?: string;
  /** Number of records on all pages, where totals were asked for. */
  total?: number;
  /** By field, by currency. */
  sums?: Record<string, Record<string, string>>;
  /** With `group`: the largest groups of all pages, each with the number and sums of its records. `list` is then empty. */
  groups?: GroupTotal[];
  /** There are more groups than `groups` holds. */
  moreGroups?: boolean;
  labels: Labels;
}
/** Value that the records of a group have; null: none. */
export type GroupValue = string | boolean | null;
/** One group of a list. */
export interface GroupTotal {
  value: GroupValue;
  count: number;
  /** By field, by currency; `""` without one. */
  sums: Record<string, Record<string, string>>;
}
/** Response of a call that lists the options of a field. */
export interface OptionsResponse<R> {
  list: R[];
  /** More were found than `list` holds. */
  more?: boolean;
}
/** Names one record, by its key or as `id`. */
export type RecordRequest<K extends string> = { [N in K | "id"]?: string };
/** Names one record by `id`, or several by `ids`. */
export interface SelectionRequest {
  id?: string;
  ids?: string[];
}
/** Request that fires an event at one or several records, with the event's fields. `event` may be absent when the call has only one. */
export type EventRequest<E extends string, Fields> = SelectionRequest & { event?: E } & Partial<Fields>;
/** Request of the call that shows masked fields whole. */
export interface RevealRequest<R> {
  id: string;
  /** Default: all fields that the call may reveal. */
  fields?: FieldName<R>[];
  /** The whole receipt. */
  receipt?: true;
}
/** Response of the call that shows masked fields whole. */
export interface RevealResponse<R> {
  values: Partial<R>;
  receipt?: Receipt;
}
/** Fields that an update changes: an absent field is kept, null clears it. */
export type Patch<Input> = { [F in keyof Input]?: Input[F] | null } & {
  /** Version of the record as read; the update is refused when the stored version differs. */
  version?: number;
};
/** A record that was created or changed. */
export interface RecordResponse<R> {
  record: R;
}
/** `record` for a request with `id`, `records` for one with `ids`. */
export interface RecordsResponse<R> {
  record?: R;
  records?: R[];
}
/** Response of a call that deletes a record. */
export interface RemoveResponse {
  /** Keys of the removed records. */
  removed: string[];
}
/** Response of a call that counts prints of a receipt. */
export interface PrintResponse {
  /** Number of this print, from 1. */
  print: number;
}
/** Marks a call that answers a file. */
export interface FileResponse {
  readonly file: true;
}
/** Without `rows` returns the state of the file; with `check` validates them, else starts them. */
export interface ImportRequest {
  /** SHA-256 of the file, in hexadecimal. */
  fileHash: string;
  run?: number;
  check?: boolean;
  rows?: { line: number; record: Row; find?: Record<string, Record<string, string>> }[];
}
/** Response of an import call. */
export interface ImportResponse {
  batch?: BatchStatus;
  rows?: unknown[];
}
/** Result of one imported row. */
export interface RowResult {
  line: number;
  state: "done" | "refused";
  id?: string;
  errors?: { at: string; code: string; message: string }[];
  message?: string;
}
/** State of one run of a file. `results` is present once no row waits. */
export interface BatchStatus {
  fileHash: string;
  run: number;
  runs: number;
  at: string;
  rows: number;
  waiting: number;
  done: number;
  refused: number;
  results?: RowResult[];
}

/** Labels of values that refer to other records: field -> value -> text. */
export type Labels = Record<string, Record<string, string>>;

/** One transition in a record's timeline. */
export interface TimelineEntry {
  event: string;
  from: string | null;
  to: string;
  by: Actor | "clock" | "record";
  username: string | null;
  /** Display name of the user; null when only the address is known. */
  name: string | null;
  reason: string | null;
  /** ISO 8601. */
  at: string;
}
/** Event that the user may fire now. `releases`: it returns held money. `blocked`: name of the failure that disables it. */
export interface AllowedEvent {
  event: string;
  to: string;
  needs: string[];
  /** Its optional fields. */
  takes?: string[];
  stepUp?: StepUp;
  releases?: boolean;
  blocked?: string;
}

/** A text in both languages, because banks and auditors read receipts in another language than the user. */
export type LocalizedText = Record<Lang, string>;
/** One line of a receipt; of an amount its currency and plain decimal too. */
export interface ReceiptLine {
  name: string;
  label: LocalizedText;
  text: LocalizedText;
  currency?: string;
  value?: string;
}
/** Content of a receipt: masked, or whole when read by `reveal`. Also holds the tenant under the dialect's name. Equal for every user except for the time of issue. */
export type Receipt = ReceiptContent & { readonly [Tenant in TenantWord]?: string };
interface ReceiptContent {
  title: LocalizedText;
  /** True for a sheet of facts: the title is its whole name, and it has no state or date. */
  named?: true;
  /** The record's number. */
  number: string;
  /** Absent on a sheet of facts. */
  status?: LocalizedText;
  /** Time at which the record entered this state, ISO 8601; absent for a record that was imported without a history. */
  completedAt?: string;
  /** Lines by section of the detail view; fields of no section come first, without a label. */
  groups: { label?: LocalizedText; lines: ReceiptLine[] }[];
  /** True when a line is masked and the entity's call `reveal` returns it whole. */
  covered?: true;
  /** Check code: the record's number, and four groups of four from the tenant, its number, state and printed values. */
  code: string;
}

/** The answer of `detail` for an entity without a lifecycle. */
export interface PlainRecordAnswer<R = Row> {
  record: R;
  labels: Labels;
  receipt?: Receipt;
  /** Version for the optimistic lock of a record that may be changed; an update sends it back. */
  version?: number;
  /** Names of the secrets that hold a value, where the record may be changed. The values are in no answer. */
  secrets?: string[];
}
/** The answer of `detail` for an entity with a lifecycle. */
export interface RecordAnswer<R = Row> extends PlainRecordAnswer<R> {
  timeline: TimelineEntry[];
  /** Sentences for a record that ended without success: the reason, and what happened to its money. */
  outcome?: { said?: string; why?: string; money?: string; at?: string };
  events: AllowedEvent[];
}
