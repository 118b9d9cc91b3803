/** Types of compiled fields, and of records and schemas as JSON. */
import type { Expression } from "./expression.ts";
import type { Tone } from "./views.ts";

/** A record as JSON: amounts are decimal strings, instants are ISO strings in UTC, files are ids. */
export type Row = Record<string, unknown>;
/** A JSON Schema object by keyword, whose values are not checked yet. */
export type JsonSchema = { [word: string]: unknown };

/** Properties of an uploaded file: its name, its size in bytes, or the list of entries of an archive. */
export type FileFact = "name" | "size" | "entries";

/**
 * Restricts and sorts options by the rows of a context. `under` shows a note below an enabled option (text key
 * `field.<name>.under`). `sort` lists facts to sort by, prefixed with `-` for descending order. `closed` lists
 * conditions: the first true one disables the option with the reason `field.<name>.closed.<index>`.
 */
export interface OptionFactsPlan {
  context: string;
  under: boolean;
  sort: string[];
  closed: { index: number; when: Expression }[];
}

/**
 * A fixed option. With `outcome` it has a sentence about the record as it would be with this option (text key
 * `option.<field>.<value>.says`), in which the amounts of `outcome` may be used by name.
 */
export interface OptionPlan {
  value: string;
  tone?: Tone;
  outcome?: Record<string, Expression>;
}

/** A compiled field as JSON. */
export interface FieldPlan {
  /**
   * Set when only the digest of a secret is sent and stored. The value is passed as `use` to `hashSecret` of the
   * dialect.
   */
  digest?: string;
  /** Name in the record. For a field of a nested object, its path: `address.city`. */
  name: string;
  /** JSON pointer within the record, with `*` for list rows: `/amount`, or `/parties/*~share` with `/` for `~`. */
  at: string;
  /** Name of the kind; see `kinds/index.ts`. */
  kind: string;
  /** The field's own schema: standard keywords only, references resolved, without texts. */
  schema: JsonSchema;
  /** Additional names in file headers and pasted text. */
  aliases?: string[];
  /** Earlier names, latest first. A migration moves their stored values to this field. */
  formerly?: string[];
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  /** A fixed `code`, or the sibling `field` that holds the ISO code. */
  currency?: { code: string } | { field: string };
  /** Set when the schema names what a whole number counts: text key `field.<name>.unit`. */
  unit?: true;
  /** `values` (fixed, in order) or `list` (a reference list: an entity of source `data`, or any other entity). */
  options?:
    | { values: OptionPlan[] }
    | { list: string; params: Record<string, string>; fills: Record<string, string>; facts?: OptionFactsPlan };
  /**
   * Reference to another record. `label` is a template over that record's fields. On each write the server copies
   * `copies[own] = theirs`. `where` limits the options to records with one of these values in the field.
   */
  ref?: {
    entity: string;
    label: string;
    copies: Record<string, string>;
    where?: Record<string, string[]>;
    add?: { fill?: string; with?: Record<string, Expression> };
    /** Condition under which a record is listed. Reads it as `option`. */
    only?: Expression;
    /**
     * Addresses of the links where no record can be chosen. Text keys `field.<path>.none` and `field.<path>.none.<index>`.
     */
    none?: string[];
    /** Field with the state of a record, which its option describes. Text key `field.<path>.status.<value>`. */
    status?: string;
    /** Copied fields that a form describes the selected record by, in the line below the reference. */
    line?: string[];
    /** Number of recently used records that the form offers as buttons. */
    recent?: number;
    /** Whether a create call may send the copied values instead of a key. */
    inline?: true;
  };
  /** Reference to a record whose entity is stored in another field, `kind`. */
  record?: { kind: string };
  /** Rules for uploaded files. `fills` lists read-only fields that the server sets from the file. */
  file?: { accept: string[]; maxBytes: number; purpose: string; fills?: Record<string, FileFact> };
  /**
   * Masks the value everywhere except in the places listed in `whole`, in requests to providers, and, with `reveal`,
   * after a step-up. `stored` means that the stored value is already masked.
   */
  mask?: { style: string; whole?: MaskContext[]; stored?: true };
  sensitive: boolean;
  compute?: Expression;
  /** Whether to show a countdown in seconds to the instant. */
  countdown?: true;
  /** Whether a computed field is recomputed on every read, so that it may depend on the current day. */
  live?: true;
  /**
   * Source of the unmasked value. `true` stands for the entity's `reveal` call and for exports that request it.
   * Otherwise names a call of `schemas/calls/` and the members of its response to show (text key
   * `field.<name>.reveal.<shown>`).
   */
  reveal?: true | { call: string; shows: string[] };
  /** Whether the value is stored encrypted and never included in responses. */
  sealed?: true;
  /**
   * Other fields that, together with this one, must be unique within the tenant, or within the list for a field of a
   * row. Empty if the value must be unique on its own.
   */
  unique?: string[];
  /** Set for a yes/no field that only one record may set to yes among those with equal values in these fields. */
  single?: string[];
  once: boolean;
  /** Whether the value is checked but never sent or stored. */
  local: boolean;
  /**
   * Button next to the field that requests a code from `call`. `with` maps request members to the fields of this form
   * that supply them.
   */
  send?: { call: string; with: Record<string, string> };
  /**
   * Suggests values below the input: `rows` is the list in the response of `call`, `value` and `label` are
   * members of its rows.
   */
  suggest?: { call: string; rows: string; value: string; label: string };
  /** Looks up the first `start` characters as the key of a row in this list, and fills empty fields from that row. */
  lookup?: { list: string; start: number; says?: string; fills: Record<string, string> };
  /** Keywords whose message the schema defines: text key `field.<name>.message.<keyword>`. */
  messages: string[];
  /** Fields of a row, for row lists. */
  items?: FieldPlan[];
  /** Field of an item, for lists of plain values. */
  item?: FieldPlan;
}
/** Places that show a value. `detail` includes responses of calls that create or change a record. */
export type MaskContext = "list" | "detail" | "export" | "receipt" | "mail" | "log" | "event";
