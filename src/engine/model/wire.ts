/** Requests and responses of the calls that every entity has. `R` is the record as it is read. */
import type { Row } from "./field.ts";
import type { Actor, Lang, StepUp, TenantName } from "./register.ts";

/** Options of a list request, as in its query string. */
interface ListOptions {
  page?: number;
  size?: number;
  /** Comma-separated field names, prefixed with `-` for descending order. */
  sort?: string;
  cursor?: string;
  /** Search text. */
  q?: string;
  /** Name of a list view. */
  view?: string;
  /** Field of the list's `groups` or `periods` to group by instead of returning rows. */
  group?: string;
  /** Set to 1 to include `total` and `sums`. */
  totals?: 1;
  /** Set to 1 to include `viewCounts`. */
  viewCounts?: 1;
}
/** Names of fields. For a field of a nested object, its path: `address.city`. */
type FieldName<R> = {
  [F in Extract<keyof R, string>]: NonNullable<R[F]> extends readonly unknown[]
    ? F
    : NonNullable<R[F]> extends object
      ? `${F}.${FieldName<NonNullable<R[F]>>}`
      : F;
}[Extract<keyof R, string>];
/**
 * Options and filters. A filter may be prefixed with `f.`, which is required for a field with the name of an option.
 */
export type ListRequest<R> = ListOptions & {
  [F in FieldName<R> as (F extends keyof ListOptions ? never : F) | `f.${F}`]?: string;
};
/** A page of a list. */
export interface ListResponse<R> {
  list: R[];
  /** Cursor of the next page. */
  next?: string;
  /** Number of records on all pages. Present when totals were requested. */
  total?: number;
  sums?: Sums;
  /** Number of records by view that the user may open, under the other filters. Present when requested. */
  viewCounts?: Record<string, number>;
  /**
   * The largest groups, or the latest periods, of all matching records with the number and sums of each, when `group`
   * is set. `list` is then empty.
   */
  groups?: GroupTotal[];
  /** Set when there are more groups than those in `groups`. */
  moreGroups?: boolean;
  labels: Labels;
}
/** Value shared by the records of a group, or null for the records without a value. */
export type GroupValue = string | boolean | null;
/** A group of a list. */
export interface GroupTotal {
  value: GroupValue;
  count: number;
  sums: Sums;
}
/** Response of a call that returns the options of a field. */
export interface OptionsResponse<R> {
  list: R[];
  /** Set when more options were found than `list` contains. */
  more?: boolean;
}
/** Identifies a record by its key field or by `id`. */
export type RecordRequest<K extends string> = { [N in K | "id"]?: string };
/** Identifies one record by `id`, or several by `ids`. */
export interface SelectionRequest {
  id?: string;
  ids?: string[];
}
/**
 * Request that fires an event on one or more records, with the event's fields. `event` may be omitted when the call has
 * only one.
 */
export type EventRequest<E extends string, Fields> = SelectionRequest & { event?: E } & Partial<Fields>;
/** Request that fires an event on all records of an imported file that wait for it. */
export interface FileEventRequest {
  /** Number of records that wait for the event, as confirmed. */
  count?: number;
  /** Sums of their amount by currency, as confirmed. */
  sums?: Record<string, string>;
}
/** Request of the call that reveals masked fields. */
export interface RevealRequest<R> {
  id: string;
  /** Fields to reveal. Default: all fields that the call may reveal. */
  fields?: FieldName<R>[];
  /** Set to reveal the whole receipt. */
  receipt?: true;
}
/** Response of the call that reveals masked fields. */
export interface RevealResponse<R> {
  values: Partial<R>;
  receipt?: Receipt;
}
/** Fields to update. Absent fields are kept, and null clears a field. */
export type Patch<Input> = { [F in keyof Input]?: Input[F] | null } & {
  /** Version of the record as read. The update is rejected when the stored version differs. */
  version?: number;
};
/** Response with a created or updated record. */
export interface RecordResponse<R> {
  record: R;
}
/**
 * Response with `record` for a request with `id`, or with `records` for one with `ids`. For a request with the number of
 * a file, that number and the number of its records, on which a job fires the event.
 */
export interface RecordsResponse<R> {
  record?: R;
  records?: R[];
  fileNo?: string;
  count?: number;
}
/** Response of a call that deletes a record. */
export interface RemoveResponse {
  /** Keys of the deleted records. */
  removed: string[];
}
/** Response of a call that counts prints of a receipt. */
export interface PrintResponse {
  /** Number of this print, starting at 1. */
  print: number;
}
/** Marks a call that returns a file. */
export interface FileResponse {
  readonly file: true;
}
/**
 * Request of an import call. Without `rows` it returns the state of the file, with `check` it validates the rows,
 * otherwise it starts importing them.
 */
export interface ImportRequest {
  /** SHA-256 of the file in hexadecimal. */
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
/** Result of an imported row. A refused row has `errors` of its fields, or a `message` when no field is wrong. */
export interface RowResult {
  line: number;
  state: "done" | "refused";
  id?: string;
  errors?: { at: string; code: string; message: string }[];
  message?: string;
}
/** State of a run of a file. `results` is present once no rows are waiting. */
export interface BatchStatus {
  fileHash: string;
  run: number;
  /** Number of times that the user has chosen to import the file. */
  runs: number;
  at: string;
  rows: number;
  waiting: number;
  done: number;
  refused: number;
  /** Number of the file, when its records store it. */
  fileNo?: string;
  /** Set when no other user may review the records. */
  noReviewer?: true;
  results?: RowResult[];
}

/** Sums by field, then by ISO code (`""` without a currency). */
export type Sums = Record<string, Record<string, string>>;

/** Labels of referenced records by field, then by value. */
export type Labels = Record<string, Record<string, string>>;

/** A transition in a record's timeline. */
export interface TimelineEntry {
  event: string;
  from: string | null;
  to: string;
  by: Actor | "clock" | "record";
  username: string | null;
  /** Display name of the user, or null while only the email address is known. */
  name: string | null;
  reason: string | null;
  /** Time of the transition as ISO 8601. */
  at: string;
}
/**
 * An event that the user may fire now. `releases` states that it releases held money. `blocked` is the name of the
 * failure that disables it.
 */
export interface AllowedEvent {
  event: string;
  to: string;
  needs: string[];
  /** Optional fields of the event. */
  takes?: string[];
  stepUp?: StepUp;
  releases?: boolean;
  blocked?: string;
}

/** Text in both languages, since banks and auditors may read a receipt in a different language than the user. */
export type LocalizedText = Record<Lang, string>;
/** A line of a receipt. Amounts also have their currency and plain decimal. */
export interface ReceiptLine {
  name: string;
  label: LocalizedText;
  text: LocalizedText;
  currency?: string;
  value?: string;
}
/**
 * Content of a receipt, masked unless requested with `reveal`. It also contains the tenant under the dialect's name,
 * but not the time of issue, which is added when the receipt is displayed or printed.
 */
export type Receipt = ReceiptContent & { readonly [Tenant in TenantName]?: string };
interface ReceiptContent {
  title: LocalizedText;
  /** Set for a fact sheet, which has a title of its own and neither state nor date. */
  named?: true;
  /** Number of the record. */
  number: string;
  /** State of the record. Absent on a fact sheet. */
  status?: LocalizedText;
  /** Time at which the record entered this state, as ISO 8601. Absent for records imported without a history. */
  completedAt?: string;
  /** Lines by section of the detail view. Fields outside all sections come first, without a label. */
  groups: { label?: LocalizedText; lines: ReceiptLine[] }[];
  /** Set when a line is masked and the entity's `reveal` call returns it unmasked. */
  covered?: true;
  /**
   * Verification code: the record's number, followed by four groups of four characters derived from the tenant, number,
   * state and printed values.
   */
  code: string;
}

/** Response of `detail` for an entity without a lifecycle. */
export interface PlainDetailResponse<R = Row> {
  record: R;
  labels: Labels;
  receipt?: Receipt;
  /** Version for optimistic locking, present when the record may be changed. Updates send it back. */
  version?: number;
  /**
   * Names of the secrets that have a value, present when the record may be changed. No response contains the values.
   */
  secrets?: string[];
}
/** Response of `detail` for an entity with a lifecycle. */
export interface DetailResponse<R = Row> extends PlainDetailResponse<R> {
  timeline: TimelineEntry[];
  /**
   * About a record that ended without success: the reason, the name of the field that it is about, and what happened to
   * its money.
   */
  outcome?: { said?: string; why?: string; money?: string; at?: string; field?: string };
  /**
   * Present while the record waits for a review: the names of the other users who may approve it, and whether the user
   * may.
   */
  review?: { names: string[]; isYours: boolean };
  /** Six words, equal for each user and operator who sees the same money and parties of the record. */
  checkWords?: string;
  events: AllowedEvent[];
}
