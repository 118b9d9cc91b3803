/**
 * A kind is what a field holds. It answers every question that a consumer may ask, in one place; shared code never
 * compares a kind's name. One folder a kind: `money/money.ts` (headless) and `money/MoneyInput.tsx` (React).
 */
import type { Settings } from "./settings.ts";
import type { Field, JsonSchema, Lang, Row } from "./entity.ts";

/** What a kind needs to know to read or write one value. */
export interface KindContext {
  dialect: Pick<Settings, "zone" | "currencyWords">;
  field: Field;
  /** The record around the value (for the currency beside an amount). */
  record: Row;
  lang: Lang;
  /** Minor units by ISO code. */
  minorUnits: Record<string, number>;
  /** Words of the field by key (`option.<field>.<value>`, `state.<name>`); the key itself where there is none. */
  text(key: string): string;
  /** Decimals that are shown at least, because a value beside it in the same column needs them. */
  decimals?: number | undefined;
  /** Milliseconds since the epoch, for words such as `last7d`; the machine's own time when left out. */
  now?: number;
}

/** How the database holds the projected value. */
export type ColumnType = "text" | "numeric" | "bigint" | "boolean" | "date" | "timestamptz";

/**
 * What a filter on this kind can say. `is`: one of the listed values (`a,b`; `!a,b` for none of them); `range`: `a..b`, open ends allowed,
 * inclusive; `contains`: text search; every kind also understands `~` (empty) and `!~` (not empty).
 */
export type FilterStyle = "is" | "range" | "contains";

/**
 * One spreadsheet cell. `text` cells are written as strings with number format `@`. A number's value is a plain decimal; a date's is
 * `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, wall-clock time in the dialect's zone.
 */
export type Cell =
  | { type: "text"; value: string }
  | { type: "number"; value: string; format: string }
  | { type: "date"; value: string; format: string }
  | { type: "empty" };

export type Parsed<V> = { ok: true; value: V } | { ok: false; code: string; params?: Record<string, string | number> };

export interface Kind<V = any> {
  name: string;
  /** Whether a field without `x-kind` is of this kind. The most specific kind that matches wins (order of `kinds/index.ts`). */
  matches(schema: JsonSchema, words: JsonSchema): boolean;
  /** JSON type the kind stores, and the words added to the field's schema (a pattern, a format). */
  schema: JsonSchema;
  column: ColumnType;
  /** CEL type in rules. */
  celType: string;
  /** TypeScript type in the generated types. */
  tsType: string;
  filter: FilterStyle;
  align: "start" | "end";
  /** Its values are currency codes, of which any may come. */
  anyCurrency?: true;
  /** Where a value that has no room is cut in lists: numbers in their middle, because their ends tell them apart. Such values can be copied by a button. */
  ellipsis?: "middle";
  /** Column width in px in lists. */
  width: number;
  /** Words that may be cut: on a narrow screen the column shrinks to this many px, on a wide one such columns share equally what the others leave (so that all kinds say the same number). Without it nothing of the value is given up. */
  leastWidth?: number;
  /** Trims, narrows full-width digits, upper-cases where the kind says so. Leaves what it cannot read alone for `problem` to name. */
  normalise(value: unknown, context: KindContext): unknown;
  /** The kind's own verdict on a normalised value beyond JSON Schema (check digits, real dates, minor units): a code, or nothing. Texts: `words.ts`. */
  problem?(value: V, context: KindContext): { code: string; params?: Record<string, string | number> } | undefined;
  /** A remark that does not block (a check digit that some genuine numbers fail). */
  warning?(value: V, context: KindContext): { code: string; params?: Record<string, string | number> } | undefined;
  /** What a whole value tells about itself, beside its field (the country of a bank's code); nothing for one that says nothing more. */
  says?(value: V, context: KindContext): string | undefined;
  /** Loads what the whole of `problem` needs (a library too large for every page). Until then a lighter check holds; the server always has the whole one. */
  prepare?(): Promise<void>;
  /** As a person reads it: list, detail, receipt, chips. Empty string for an absent value. */
  text(value: V | undefined | null, context: KindContext): string;
  /** What a record says that holds no value there; nothing where that is nothing. */
  absent?(field: Pick<Field, "schema">): V | undefined;
  /** Every way to write the same value, its own among them; the first is the same for all of them. Absent: a value is written in one way. */
  spellings?(value: V): readonly string[];
  /** Decimals that a value needs, of a kind whose column shows all values with as many (`KindContext.decimals`). */
  decimals?(value: V): number;
  /** As a person typed it, a file's cell had it, or a URL carried it. */
  parse(text: string, context: KindContext): Parsed<V>;
  /** As typed into the input: ungrouped for editing. */
  edit?(value: V, context: KindContext): string;
  cell(value: V | undefined | null, context: KindContext): Cell;
  /** One filter value of the URL as the value to compare with in SQL; `edge` tells which end of a range (dates: whole days in the dialect's zone). */
  bound?(value: string, edge: "from" | "to" | "is", context: KindContext): string | undefined;
  /** Value in rules: Decimal for amounts, bigint for integers, ... Undefined when malformed. */
  toRule(value: V): unknown;
  /** Back from a rule's result to JSON (`x-compute`, `set`). */
  fromRule(value: unknown, context: KindContext): V;
  /** Good values, for tests and generated examples. */
  samples(field: Field): V[];
  /** Values at and just past each limit of the field, with the verdict that they must get. */
  boundaries(field: Field): { value: unknown; valid: boolean }[];
}
