/**
 * A kind defines all aspects of a field's values: parsing, checking, formatting and storage. Shared code never compares
 * the name of a kind. Each kind has its own file, such as `kinds/money/money.ts`, and an input, such as
 * `inputs/MoneyInput.tsx`.
 */
import type { Settings } from "./settings.ts";
import type { FieldPlan, JsonSchema, Row } from "./field.ts";
import type { Lang } from "./register.ts";
import type { EngineTexts } from "../base/engine-texts.ts";

/** Context in which a kind parses or formats a value. */
export interface KindContext {
  dialect: Pick<Settings, "zone" | "currencyWords" | "languages">;
  field: Field;
  /** The record that contains the value (for the currency of an amount). */
  record: Row;
  lang: Lang;
  /** Minor units by ISO code. */
  minorUnits: Record<string, number>;
  /**
   * Returns the entity's text for a key (`option.<field>.<value>`, `state.<name>`), or the key itself when there is
   * none.
   */
  text(key: string): string;
  /** Minimum number of decimal places to show, so that all values in a column align. */
  decimals?: number | undefined;
  /** Whether an instant is shown without seconds, as in lists. */
  toMinute?: boolean | undefined;
  /** Current time in milliseconds since the epoch, for relative ranges such as `last7d`. Default: the system clock. */
  now?: number;
}

/** SQL type of the column that stores the projected value. */
export type ColumnType = "text" | "numeric" | "bigint" | "boolean" | "date" | "timestamptz";

/**
 * Filter styles of kinds. `is`: one of the listed values (`a,b`), or none of them (`!a,b`). `range`: `a..b`, inclusive,
 * with optional ends. `contains`: text search. `has`: lists that contain one of the values (`a,b`), all of them
 * (`*a,b`) or none (`!a,b`). Every kind also supports `~` (empty) and `!~` (not empty).
 */
export type FilterStyle = "is" | "range" | "contains" | "has";

/**
 * A spreadsheet cell. `text` cells are written as strings with number format `@`. The value of a number is a plain
 * decimal. A date is `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, wall-clock time in the dialect's zone.
 */
export type Cell =
  | { type: "text"; value: string }
  | { type: "number"; value: string; format: string }
  | { type: "date"; value: string; format: string }
  | { type: "empty" };

/** Result of parsing input: the value, or an error code. */
export type Parsed<V> = { ok: true; value: V } | { ok: false; code: string; params?: Record<string, string | number> };

/** A kind of field, apart from its UI: how its values are parsed, validated, formatted and stored. */
export interface Kind<V = any> {
  name: string;
  /** Returns whether a field without `x-kind` is of this kind. The dialect's first matching kind is used. */
  matches(schema: JsonSchema, keywords: JsonSchema): boolean;
  /** JSON type of stored values, and keywords that the kind adds to the field's schema (a pattern, a format). */
  schema: JsonSchema;
  column: ColumnType;
  /** CEL type in rules. */
  celType: string;
  /** TypeScript type in the generated types. */
  tsType: string;
  filter: FilterStyle;
  align: "start" | "end";
  /**
   * Set for values of unlimited length. Without a `maxLength` they are not indexed, and lists cannot be sorted by them.
   */
  anyLength?: true;
  /** Set for lists of plain values, whose item kind is in `Field.item`. */
  ofItems?: true;
  /** Set for currency codes, since such a field may contain any currency. */
  anyCurrency?: true;
  /**
   * Truncates long values in lists in the middle, because long numbers differ mostly at their ends. Unless the value is
   * masked, the cell offers the copy button.
   */
  ellipsis?: "middle";
  /** Column width in lists, in pixels. */
  width: number;
  /**
   * Minimum column width in pixels for values that may be truncated. On wide screens such columns share the remaining
   * width equally. Without it values are never truncated.
   */
  minWidth?: number;
  /**
   * Returns the canonical form of a value, such as trimmed text, ASCII digits or upper case. A value that cannot be
   * parsed is kept, apart from such a conversion of its characters, and `validate` reports it.
   */
  normalize(value: unknown, context: KindContext): unknown;
  /**
   * Checks a normalised value beyond JSON Schema (check digits, existing dates, minor units). Returns a code of
   * `messages` or `kinds/messages.ts`, or undefined for a valid value.
   */
  validate?(value: V, context: KindContext): { code: string; params?: Record<string, string | number> } | undefined;
  /** Returns the code of a non-blocking warning, such as a check digit that some genuine numbers fail. */
  warning?(value: V, context: KindContext): { code: string; params?: Record<string, string | number> } | undefined;
  /** Messages of the kind's own codes. Those of the engine are in `kinds/messages.ts`. */
  messages?: Readonly<Record<string, EngineTexts>>;
  /**
   * Returns a description of a valid value to show at its input (such as the country of a bank code), or undefined for
   * other values.
   */
  describe?(value: V, context: KindContext): string | undefined;
  /**
   * Loads data that is too large for every page: the full check of `validate`, or names that `text` returns. Until it
   * resolves a lighter check applies. The server loads everything at start.
   */
  prepare?(): Promise<void>;
  /** Set when entities must wait for `prepare` before they are shown, since `text` and `parse` need what it loads. */
  prepareFirst?: true;
  /** Returns the value as displayed in lists, details, receipts and chips. Empty for an absent value. */
  text(value: V | undefined | null, context: KindContext): string;
  /**
   * Returns the value that an empty field stands for (for a boolean the schema's default), or undefined when there is
   * none.
   */
  emptyValue?(field: Pick<Field, "schema">): V | undefined;
  /**
   * Returns all equivalent representations of the value, the canonical one first. Without this method, a value has a
   * single representation.
   */
  spellings?(value: V): readonly string[];
  /** Returns the number of decimal places of a value, for kinds whose columns align them (`KindContext.decimals`). */
  decimals?(value: V): number;
  /** Parses text from an input, a file cell or a URL. */
  parse(text: string, context: KindContext): Parsed<V>;
  /** Returns the text for editing, without grouping. */
  edit?(value: V, context: KindContext): string;
  cell(value: V | undefined | null, context: KindContext): Cell;
  /**
   * Converts a filter value from the URL to the value that SQL compares with. `edge` is the end of a range (a date
   * covers the whole day in the dialect's zone), or `is` for a single value. Undefined for an invalid value.
   */
  bound?(value: string, edge: "from" | "to" | "is", context: KindContext): string | undefined;
  /** Returns the column's text for values that are not scalars, or undefined for a malformed one. */
  toColumn?(value: V): string | undefined;
  /** Converts the value for rules: amounts to Decimal, integers to bigint, and so on. Undefined when malformed. */
  toRule(value: V): unknown;
  /** Converts the result of a rule to JSON (`x-compute`, `set`). */
  fromRule(value: unknown, context: KindContext): V;
  /** Returns valid values, for tests and generated examples. */
  samples(field: Field): V[];
  /**
   * Returns values at and just beyond each limit of the field, and values of wrong types, each with the expected
   * verdict.
   */
  boundaries(field: Field): { value: unknown; valid: boolean }[];
}

/** A field of a running entity: its plan with the kind resolved. */
export interface Field extends Omit<FieldPlan, "kind" | "items" | "item"> {
  kind: Kind;
  items?: Field[];
  item?: Field;
}
