/**
 * A kind defines the values of a field: parsing, checking, formatting, storage, all in one place. Shared code never
 * compares a kind's name. One folder a kind: `money/money.ts` (headless) and `money/MoneyInput.tsx` (React).
 */
import type { Settings } from "./settings.ts";
import type { FieldPlan, JsonSchema, Row } from "./field.ts";
import type { Lang } from "./register.ts";

/** Context in which a kind reads or writes one value. */
export interface KindContext {
  dialect: Pick<Settings, "zone" | "currencyWords" | "languages">;
  field: Field;
  /** The record around the value (for the currency beside an amount). */
  record: Row;
  lang: Lang;
  /** Minor units by ISO code. */
  minorUnits: Record<string, number>;
  /** Returns the entity's text for a key (`option.<field>.<value>`, `state.<name>`); the key itself when there is none. */
  text(key: string): string;
  /** Minimum decimals shown, because another value of the same column needs them. */
  decimals?: number | undefined;
  /** Milliseconds since the epoch, for words such as `last7d`; the machine's own time when left out. */
  now?: number;
}

/** Column type of the projected value. */
export type ColumnType = "text" | "numeric" | "bigint" | "boolean" | "date" | "timestamptz";

/**
 * Filters of this kind. `is`: one of the listed values (`a,b`; `!a,b` for none of them); `range`: `a..b`, open ends allowed,
 * inclusive; `contains`: text search; `has`: lists that hold one of the values (`a,b`), all of them (`*a,b`) or none (`!a,b`); every kind
 * also understands `~` (empty) and `!~` (not empty).
 */
export type FilterStyle = "is" | "range" | "contains" | "has";

/**
 * One spreadsheet cell. `text` cells are written as strings with number format `@`. The value of a number is a plain decimal; of a date
 * `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, wall-clock time in the dialect's zone.
 */
export type Cell =
  | { type: "text"; value: string }
  | { type: "number"; value: string; format: string }
  | { type: "date"; value: string; format: string }
  | { type: "empty" };

/** Result of parsing input: a value, or the code of the error. */
export type Parsed<V> = { ok: true; value: V } | { ok: false; code: string; params?: Record<string, string | number> };

/** A kind of field, headless: how its values are parsed, validated, formatted and stored. */
export interface Kind<V = any> {
  name: string;
  /** Returns whether a field without `x-kind` is of this kind. The first kind of the dialect that matches wins. */
  matches(schema: JsonSchema, words: JsonSchema): boolean;
  /** JSON type of stored values, and the keywords that the kind adds to the field's schema (a pattern, a format). */
  schema: JsonSchema;
  column: ColumnType;
  /** CEL type in rules. */
  celType: string;
  /** TypeScript type in the generated types. */
  tsType: string;
  filter: FilterStyle;
  align: "start" | "end";
  /** Its values may be of any length: without a `maxLength` no index holds them, and no list is sorted by them. */
  anyLength?: true;
  /** Its values are lists of plain values, whose kind `Field.item` has. */
  ofItems?: true;
  /** Its values are currency codes, of which any may come. */
  anyCurrency?: true;
  /** Cuts a long value in lists in its middle, because numbers differ at their ends; the cell offers a copy button. */
  ellipsis?: "middle";
  /** Column width in px in lists. */
  width: number;
  /**
   * Minimum column width in px for values that may be cut. On wide screens such columns share the free width equally, so all kinds have the same
   * number. Absent: values are never cut.
   */
  minWidth?: number;
  /** Returns the value trimmed, with ASCII digits, upper-cased by some kinds. Leaves a value that it cannot read as it is: `validate` reports it. */
  normalise(value: unknown, context: KindContext): unknown;
  /**
   * Checks a normalised value beyond JSON Schema (check digits, real dates, minor units). Returns a code of `messages` or `kinds/messages.ts`;
   * undefined for a valid value.
   */
  validate?(value: V, context: KindContext): { code: string; params?: Record<string, string | number> } | undefined;
  /** Returns the code of a warning that does not block, such as a check digit that some genuine numbers fail. */
  warning?(value: V, context: KindContext): { code: string; params?: Record<string, string | number> } | undefined;
  /** Messages of the kind's own codes; the engine's are in `kinds/messages.ts`. */
  messages?: Readonly<Record<string, Readonly<Record<Lang, string>>>>;
  /** Returns a description of a valid value, shown beside its input (the country of a bank's code); undefined for other values. */
  describe?(value: V, context: KindContext): string | undefined;
  /**
   * Loads data too large for every page: the full check of `validate`, names that `text` shows. Until it resolves a lighter check applies; the
   * server loads everything at start.
   */
  prepare?(): Promise<void>;
  /** Entities wait for `prepare` before they are shown, since `text` and `parse` need what it loads. */
  prepareFirst?: true;
  /** Returns the value as users read it in list, detail, receipt and chips; empty for an absent value. */
  text(value: V | undefined | null, context: KindContext): string;
  /** Returns the value that an empty field means (false for a boolean); undefined when it means none. */
  emptyValue?(field: Pick<Field, "schema">): V | undefined;
  /** Returns all spellings of the value, the canonical one first. Absent: a value has one spelling. */
  spellings?(value: V): readonly string[];
  /** Returns the decimals of a value, for kinds whose columns show all values with the same number (`KindContext.decimals`). */
  decimals?(value: V): number;
  /** Parses a text from an input, a cell of a file or a URL. */
  parse(text: string, context: KindContext): Parsed<V>;
  /** Returns the text for editing: ungrouped. */
  edit?(value: V, context: KindContext): string;
  cell(value: V | undefined | null, context: KindContext): Cell;
  /**
   * Returns a filter value of the URL as the value that SQL compares with; `edge` is the end of a range (a date covers the whole day in the
   * dialect's zone).
   */
  bound?(value: string, edge: "from" | "to" | "is", context: KindContext): string | undefined;
  /** Returns the text of the column, for values that are not scalars; undefined for a malformed one. */
  toColumn?(value: V): string | undefined;
  /** Returns the value for rules: Decimal for amounts, bigint for integers, ... Undefined when malformed. */
  toRule(value: V): unknown;
  /** Converts a rule's result to JSON (`x-compute`, `set`). */
  fromRule(value: unknown, context: KindContext): V;
  /** Valid values, for tests and generated examples. */
  samples(field: Field): V[];
  /** Values at and just past each limit of the field, each with its expected verdict. */
  boundaries(field: Field): { value: unknown; valid: boolean }[];
}

/** A field of a running entity: its plan with its kind. */
export interface Field extends Omit<FieldPlan, "kind" | "items" | "item"> {
  kind: Kind;
  items?: Field[];
  item?: Field;
}
