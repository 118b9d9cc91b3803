/** What is wrong with a list's parameters, for the reader: which one, why, and what would be right. */
import type { FieldError } from "../../src/contract/envelope.ts";
import {
  columnOf,
  fixedValues,
  MAX_OFFSET,
  PAGE_SIZES,
  parameterOf,
  QUERY_WORDS,
  type Entity,
  type Field,
  type Lang,
  type Query,
  type QueryProblem,
} from "../../src/engine/index.ts";
import { fieldError } from "../core/field-error.ts";
import { nearest } from "./similar-label.ts";

/** A name and what else it is called by. */
type Known = readonly [name: string, ...also: string[]];

/** JSON pointer of a parameter. */
export const pointerOf = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Texts that a client sent come back no longer than this. */
const LONGEST = 60;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
const listed = (names: readonly string[]): string => names.join(", ");

/** A name that is none: what was probably meant, else all that there are. `kind`: `parameter`, `sortTerm`, `viewName`, `option` or `column`, the beginning of two words of `field-errors.json`. */
export function unknownName(
  at: string,
  kind: "parameter" | "sortTerm" | "viewName" | "option" | "column",
  given: string,
  known: readonly Known[],
  lang: Lang,
): FieldError {
  const near = nearest(given, known, (names) => names).map(([name]) => name);
  const names = near.length > 0 ? near : known.map(([name]) => name);
  const said = { given: cut(given), names: listed(names) };
  // Parameters there always are: those of every list.
  if (names.length === 0 && kind !== "parameter") return fieldError(at, `${kind}None`, lang, said, kind);
  return fieldError(at, near.length > 0 ? `${kind}Near` : `${kind}Of`, lang, said, kind);
}

/** The errors of a query's problems. `own`: parameters of the call besides the query's. */
export function queryErrors(
  entity: Entity,
  query: Query,
  problems: readonly QueryProblem[],
  own: readonly string[],
  lang: Lang,
): FieldError[] {
  return problems.map((problem) => errorOf(entity, query, problem, own, lang));
}

function errorOf(
  entity: Entity,
  query: Query,
  { name, part, reason, given }: QueryProblem,
  own: readonly string[],
  lang: Lang,
): FieldError {
  const at = pointerOf(name);
  const said = { given: cut(given ?? part.slice(name.length + 1)) };
  switch (reason) {
    case "unknown":
      return unknownName(
        at,
        "parameter",
        name,
        [
          ...QUERY_WORDS.map((word): Known => [word]),
          ...own.map((word): Known => [word]),
          ...columnsOf(entity, lang).map(([column, ...also]): Known => [parameterOf(column), column, ...also]),
        ],
        lang,
      );
    case "sort":
      return unknownName(at, "sortTerm", (given ?? "").replace(/^-/, ""), columnsOf(entity, lang), lang);
    case "view":
      return unknownName(
        at,
        "viewName",
        given ?? part.slice(name.length + 1),
        entity.list.views.map(({ id }): Known => [id, entity.text(`view.${id}`, lang)]),
        lang,
      );
    case "size":
      return fieldError(at, "listSize", lang, { sizes: listed(PAGE_SIZES.map(String)) }, "size");
    case "reach":
      return fieldError(at, "listReach", lang, { last: MAX_OFFSET / query.size, rows: MAX_OFFSET }, "page");
    case "value":
      return valueError(entity, name, at, said.given, lang);
    default:
      return fieldError(at, WORDS[reason], lang, said, reason);
  }
}
const WORDS = {
  closed: "notFiltered",
  twice: "parameterTwice",
  text: "parameterText",
  search: "notSearched",
  page: "listPage",
  terms: "sortTerms",
  cursor: "cursorUnreadable",
} as const;

/** Columns that lists are filtered and sorted by, each with its label. */
const columnsOf = (entity: Entity, lang: Lang): Known[] =>
  entity.fields.flatMap(({ name }): Known[] =>
    columnOf(entity, name) ? [[name, entity.text(`field.${name}.label`, lang)]] : [],
  );

/** A value that a field cannot have: the nearest or all of those that it can, else how one is written. */
export function valueError(entity: Entity, parameter: string, at: string, given: string, lang: Lang): FieldError {
  const field = entity.fields.find(
    ({ name }) => name === parameter || parameterOf(name) === parameter || `f.${name}` === parameter,
  );
  const fixed = field && fixedValues(entity, field);
  if (fixed)
    return unknownName(
      at,
      "option",
      given,
      fixed.map((value): Known => [value, ...labelsOf(entity, field, value, lang)]),
      lang,
    );
  return fieldError(at, field ? VALUES[field.kind.column] : "valueText", lang, { given }, "value");
}
const VALUES = {
  numeric: "valueNumber",
  bigint: "valueNumber",
  date: "valueDay",
  timestamptz: "valueDay",
  boolean: "valueFlag",
  text: "valueText",
} as const;

function labelsOf(entity: Entity, field: Field, value: string, lang: Lang): string[] {
  const key = entity.lifecycle?.field === field.name ? `state.${value}` : `option.${field.name}.${value}`;
  const label = entity.text(key, lang);
  return label === key ? [] : [label];
}
