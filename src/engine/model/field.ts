/** A field as it is compiled, and what its values travel in. */
import type { Expression } from "./expression.ts";
import type { Tone } from "./views.ts";

/** A record as it travels: JSON only; amounts are decimal strings, instants ISO strings in UTC, files ids. */
export type Row = Record<string, unknown>;
/** A JSON Schema object, read word by word. */
export type JsonSchema = { [word: string]: unknown };

/** What can be told of a file that came: its name, its size in bytes, the files in an archive. */
export type FileFact = "name" | "size" | "entries";

/**
 * Which options may be chosen, by the rows of a context. `under`: something is said beside an open one (text key `field.<name>.under`); `sort`:
 * facts, `-` first for the greatest first; `closed`: the first that holds closes an option, for the reason at `field.<name>.closed.<index>`.
 */
export interface OptionFactsPlan {
  context: string;
  under: boolean;
  sort: string[];
  closed: { index: number; when: Expression }[];
}

/** A compiled field, as JSON. */
export interface FieldPlan {
  /** A secret of which only the digest is sent and stored; the use that `hashSecret` of the dialect gets. */
  digest?: string;
  name: string;
  /** JSON pointer below the record; the rows of a list are written `*`, as in `/amount` or `/parties/*~share` with `/` for `~`. */
  at: string;
  /** Name of the kind; see `kinds/index.ts`. */
  kind: string;
  /** The field's own schema: standard words only, references resolved, no texts. */
  schema: JsonSchema;
  /** Further names in the heads of files and in pasted text. */
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
  /** Another record. `label` is a template over that record's fields; the server copies `copies[own] = theirs` at creation. */
  /** `where`: only records with one of these values there may be chosen. */
  ref?: { entity: string; label: string; copies: Record<string, string>; where?: Record<string, string[]> };
  /** The number of a record of the kind that another field names: `kind` is that field. */
  record?: { kind: string };
  /** `fills`: own read-only fields that the server fills from the file. */
  file?: { accept: string[]; maxBytes: number; purpose: string; fills?: Record<string, FileFact> };
  /** Covered wherever it shows, but for the places of `whole`; `stored`: what is stored is covered already. */
  mask?: { style: string; whole?: MaskPlace[]; stored?: true };
  sensitive: boolean;
  compute?: Expression;
  /** Of an instant: what is left until it is shown second by second. */
  countdown?: true;
  /** Of a computed field: computed anew whenever the record is read, so that it may depend on the day. */
  live?: true;
  /** What tells what the mask hides. `true`: the entity's call `reveal`, and an export that asks for it; else a call of `schemas/calls/` and the names in its answer to show (text key `field.<name>.reveal.<shown>`). */
  reveal?: true | { call: string; shows: string[] };
  /** A secret: stored sealed, and told to nobody. */
  sealed?: true;
  /** Unique per tenant together with these other fields (possibly none). */
  unique?: string[];
  /** Yes for one record only among those that agree in these fields. */
  single?: string[];
  once: boolean;
  /** Checked but never sent or stored. */
  local: boolean;
  /** The code button beside the field: calls `call`; `with`: the call's name of each value to the field of this form that holds it. */
  send?: { call: string; with: Record<string, string> };
  /** What was used before, offered below the input. */
  suggest?: { call: string; rows: string; value: string; label: string };
  /** The first `start` characters are the key of a row of this list; what it says fills own fields that are empty. */
  lookup?: { list: string; start: number; says?: string; fills: Record<string, string> };
  /** Keywords that have the schema's own words: text key `field.<name>.message.<keyword>`. */
  messages: string[];
  /** For lists of parties: the fields of one row. */
  items?: FieldPlan[];
}
/** Where a value may show. `detail` stands for the answers of calls that make or change a record, too. */
export type MaskPlace = "list" | "detail" | "export" | "receipt" | "mail" | "log" | "event";
