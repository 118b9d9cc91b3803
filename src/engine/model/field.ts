/** Compiled fields, and the types of records and schemas on the wire. */
import type { Expression } from "./expression.ts";
import type { Tone } from "./views.ts";

/** A record on the wire, as JSON: amounts are decimal strings, instants ISO strings in UTC, files ids. */
export type Row = Record<string, unknown>;
/** A JSON Schema object, read word by word. */
export type JsonSchema = { [word: string]: unknown };

/** Facts of an uploaded file: name, size in bytes, files in an archive. */
export type FileFact = "name" | "size" | "entries";

/**
 * Restricts and sorts options by the rows of a context. `under`: shows a text beside an open option (text key `field.<name>.under`); `sort`:
 * facts to sort by, `-` first for descending; `closed`: the first condition that holds disables the option, with the reason
 * `field.<name>.closed.<index>`.
 */
export interface OptionFactsPlan {
  context: string;
  under: boolean;
  sort: string[];
  closed: { index: number; when: Expression }[];
}

/** A compiled field, as JSON. */
export interface FieldPlan {
  /** Sends and stores only the digest of a secret; the value is the `use` that `hashSecret` of the dialect gets. */
  digest?: string;
  name: string;
  /** JSON pointer below the record; the rows of a list are written `*`, as in `/amount` or `/parties/*~share` with `/` for `~`. */
  at: string;
  /** Name of the kind; see `kinds/index.ts`. */
  kind: string;
  /** The field's own schema: standard words only, references resolved, no texts. */
  schema: JsonSchema;
  /** Further names in headers of files and in pasted text. */
  aliases?: string[];
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  /** `code` fixed, or `field`: the sibling that holds the ISO code. */
  currency?: { code: string } | { field: string };
  /** `values` (fixed, in order) or `list` (a reference list: an entity of source `data`, or any other entity). */
  options?:
    | { values: { value: string; tone?: Tone }[] }
    | { list: string; params: Record<string, string>; fills: Record<string, string>; facts?: OptionFactsPlan };
  /** Reference to another record. `label` is a template over that record's fields; the server copies `copies[own] = theirs` at creation. */
  /** `where`: restricts the choice to records with one of these values in the field. */
  ref?: {
    entity: string;
    label: string;
    copies: Record<string, string>;
    where?: Record<string, string[]>;
    add?: { fill?: string };
  };
  /** Reference to a record whose entity is held by another field, `kind`. */
  record?: { kind: string };
  /** `fills`: read-only fields of this record that the server fills from the file. */
  file?: { accept: string[]; maxBytes: number; purpose: string; fills?: Record<string, FileFact> };
  /** Masks the value everywhere except in the places of `whole`; `stored`: the stored value is masked already. */
  mask?: { style: string; whole?: MaskPlace[]; stored?: true };
  sensitive: boolean;
  compute?: Expression;
  /** Shows the time left until the instant as a countdown in seconds. */
  countdown?: true;
  /** Recomputes a computed field on every read, so that it may depend on the current day. */
  live?: true;
  /**
   * Source of the unmasked value. `true`: the entity's call `reveal`, and an export that requests it; otherwise a call of `schemas/calls/` and the
   * members of its response to show (text key `field.<name>.reveal.<shown>`).
   */
  reveal?: true | { call: string; shows: string[] };
  /** Stores the value encrypted; no response contains it. */
  sealed?: true;
  /** Unique per tenant, in a row among the rows of its list, together with these other fields (possibly none). */
  unique?: string[];
  /** Allows yes for one record only among those with equal values in these fields. */
  single?: string[];
  once: boolean;
  /** Checks the value but never sends or stores it. */
  local: boolean;
  /** The code button beside the field: calls `call`; `with`: maps each member of the request to the field of this form that holds it. */
  send?: { call: string; with: Record<string, string> };
  /** Offers earlier values below the input. */
  suggest?: { call: string; rows: string; value: string; label: string };
  /** Looks the first `start` characters up as the key of a row of this list, and fills empty fields from the row. */
  lookup?: { list: string; start: number; says?: string; fills: Record<string, string> };
  /** Keywords with a message of the schema's own: text key `field.<name>.message.<keyword>`. */
  messages: string[];
  /** For lists of parties: the fields of one row. */
  items?: FieldPlan[];
  /** Item of a list of plain values. */
  item?: FieldPlan;
}
/** Places that show a value. `detail` includes the responses of calls that create or change a record. */
export type MaskPlace = "list" | "detail" | "export" | "receipt" | "mail" | "log" | "event";
