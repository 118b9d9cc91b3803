/**
 * Row types of SQL, derived by the compiler: rows of a table from the statements that create it, and rows of a
 * statement from its text and those tables. A column that is renamed or removed in its table does not compile where a
 * statement's row is read.
 */
import type { Row } from "@portolan/engine";

/** Rows of the tables by name. Each room adds its own by declaration merging, next to the statements that create them. */
export interface Tables {
  [entity: `e_${string}`]: StoredRecord;
}

/** Columns of every entity's table. Those with the prefix `f_` are copies of its fields. */
export interface StoredRecord {
  [copy: `f_${string}`]: unknown;
  m: string;
  id: string;
  status: string;
  version: number;
  schema_version: string;
  created_at: string;
  updated_at: string;
  data: Row;
}

/**
 * Rows of the tables that statements create and extend. `Narrowed` replaces the types of columns that contain only some
 * of the values of their SQL type, such as JSON and states.
 *
 * @example
 * const statements = [`CREATE TABLE IF NOT EXISTS own (id text NOT NULL PRIMARY KEY, at timestamptz, grants json NOT NULL)`] as const;
 * type Own = RowsOf<typeof statements, { own: { grants: string[] } }>; // { own: { id: string; at: string | null; grants: string[] } }
 */
export type RowsOf<Statements extends readonly string[], Narrowed = object> = {
  [T in TableName<Statements[number]>]: Narrow<
    Columns<Split<Body<Statements[number], T>> | Added<Statements[number], T>>,
    T extends keyof Narrowed ? Narrowed[T] : object
  >;
};

type TableName<S> = S extends `CREATE TABLE IF NOT EXISTS ${infer T} (${string}` ? T : never;
type Body<S, T extends string> = S extends `CREATE TABLE IF NOT EXISTS ${T} (${infer B})` ? B : never;
type Added<S, T extends string> = S extends `ALTER TABLE ${T} ADD COLUMN IF NOT EXISTS ${infer C}` ? C : never;

type Narrow<R, N> = {
  [C in keyof R]: C extends keyof N ? N[C] : R[C];
};

/** Columns from their definitions, such as `n integer NOT NULL`. */
type Columns<Definition extends string> = {
  [D in Definition as NameOf<D>]:
    | TypeOf<D>
    | (D extends `${string}${"NOT NULL" | "PRIMARY KEY"}${string}` ? never : null);
};
type NameOf<D> = D extends `${"PRIMARY" | "UNIQUE"} ${string}`
  ? never
  : D extends `${infer N} ${string}`
    ? Unquote<N>
    : never;
type TypeOf<D> = D extends `${string} ${"integer" | "smallint"}${string}`
  ? number
  : D extends `${string} boolean${string}`
    ? boolean
    : D extends `${string} json${string}`
      ? unknown
      : D extends `${string} bytea${string}`
        ? Buffer
        : string;

/**
 * Row of a statement: of the columns that a SELECT lists or that follow RETURNING. A column whose type its text does not
 * show is `unknown`, and so is every column of a statement that is not a constant.
 */
export type RowOf<S extends string> = string extends S ? UnknownRow : RowOfText<Flatten<S>>;

type UnknownRow = Record<string, unknown>;

type RowOfText<S extends string> = S extends `SELECT ${infer Rest}`
  ? RowOfSelect<Rest>
  : S extends `INSERT INTO ${infer T} ${string} RETURNING ${infer C}`
    ? Selected<C, Source<T>>
    : S extends `UPDATE ${infer T} SET ${string} RETURNING ${infer C}`
      ? Selected<C, Source<T>>
      : S extends `DELETE FROM ${infer T} ${string} RETURNING ${infer C}`
        ? Selected<C, Source<T>>
        : UnknownRow;
/** `List`: the beginning of the list of columns, up to a FROM that a parenthesis encloses. */
type RowOfSelect<S extends string, List extends string = ""> = S extends `${infer A} FROM ${infer F}`
  ? Unmatched<`${List}${A}`> extends true
    ? RowOfSelect<F, `${List}${A} FROM `>
    : Selected<`${List}${A}`, Sources<F>, F extends `${string} GROUP BY ${string}` ? never : null>
  : Selected<`${List}${S}`, never>;

/** Union of the sources of a FROM clause: `[alias, row]`. Columns of the right side of a LEFT JOIN may be null. */
type Sources<F extends string> = F extends `${infer Left} LEFT JOIN ${infer Right}`
  ? Sources<Left> | Nullable<Sources<Right>>
  : F extends `${infer Left} JOIN ${infer Right}`
    ? Sources<Left> | Sources<Right>
    : Source<F>;
type Nullable<S> = S extends [infer A, infer R] ? [A, { [C in keyof R]: R[C] | null }] : never;
type Source<F extends string> = F extends `${infer T} AS ${infer A} ${string}`
  ? [A, TableRow<T>]
  : F extends `${infer T} ${infer A} ${string}`
    ? [Alias<T, A>, TableRow<T>]
    : F extends `${infer T} ${infer A}`
      ? [Alias<T, A>, TableRow<T>]
      : [F, TableRow<F>];
type Alias<T, A extends string> = Uppercase<A> extends A ? T : A;
type TableRow<T> = T extends keyof Tables ? Tables[T] : UnknownRow;

/** `Empty`: null when aggregates may have no rows. */
type Selected<C extends string, S, Empty = null> = string extends C
  ? UnknownRow
  : C extends `DISTINCT ${infer Rest}`
    ? Selected<Rest, S, Empty>
    : C extends "*"
      ? RowIn<S>
      : Split<C> extends infer P extends string
        ? { [E in P as [OutputType<E, S, Empty>] extends [never] ? never : OutputName<E>]: OutputType<E, S, Empty> }
        : never;

type RowIn<S> = S extends [string, infer R] ? R : never;

/** Name of a listed expression: its alias, else its column. */
type OutputName<E extends string> = E extends `${string} AS ${infer A}`
  ? OutputName<A>
  : E extends `${infer Call}(${string}`
    ? Call
    : E extends `${string}.${infer C}`
      ? Unquote<C>
      : Unquote<E>;

type OutputType<E extends string, S, Empty> = E extends `${infer Own} AS ${string}`
  ? OutputType<Own, S, Empty>
  : E extends `${"count" | "COUNT"}(${string}`
    ? string
    : E extends `${"coalesce" | "COALESCE"}(${infer C},${string}`
      ? NonNullable<ColumnType<C, S>>
      : E extends `${"min" | "max" | "MIN" | "MAX"}(${infer C})`
        ? ColumnType<C, S> | Empty
        : E extends `CAST(${string} AS text)` | `${string}->>${string}` | `json_extract_path_text(${string})`
          ? string | null
          : E extends `${"sum" | "SUM"}(${string})`
            ? string | Empty
            : E extends `1`
              ? number
              : ColumnType<E, S>;

type ColumnType<E extends string, S> = E extends `${string}${" " | "(" | "'" | ">"}${string}`
  ? unknown
  : E extends `${infer A}.${infer C}`
    ? Found<Extract<S, [A, unknown]>, Unquote<C>>
    : Found<S, Unquote<E>>;
type Found<S, C> = S extends [string, infer R]
  ? C extends keyof R
    ? R[C]
    : unknown extends R
      ? unknown
      : never
  : never;

type Unquote<N extends string> = N extends `"${infer Q}"` ? Q : N;

/** Parts of a list between the commas that no parenthesis encloses, as a union. */
type Split<S extends string, Open extends string = "", Parts extends string = never> = S extends `${infer A},${infer B}`
  ? Unmatched<`${Open}${A}`> extends true
    ? Split<B, `${Open}${A},`, Parts>
    : Split<B, "", Parts | Trim<`${Open}${A}`>>
  : Parts | Trim<`${Open}${S}`>;
/** Whether a parenthesis is open or closed alone. */
type Unmatched<S extends string> = S extends `${infer A})${infer B}`
  ? A extends `${infer Before}(${infer Inner}`
    ? Unmatched<`${WithoutLast<Before, Inner>}${B}`>
    : true
  : S extends `${string}(${string}`
    ? true
    : false;
/** `Before(Inner` without its last opening parenthesis and what follows it. */
type WithoutLast<Before extends string, Inner extends string> = Inner extends `${infer A}(${infer B}`
  ? WithoutLast<`${Before}(${A}`, B>
  : Before;

type Flatten<S extends string> = S extends `${infer A}\n${infer B}` ? Flatten<`${Trim<A>} ${Trim<B>}`> : Trim<S>;
type Trim<S extends string> = S extends `${" " | "\n"}${infer R}`
  ? Trim<R>
  : S extends `${infer R}${" " | "\n"}`
    ? Trim<R>
    : S;
