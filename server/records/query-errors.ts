/** Error messages for list parameters: which parameter is wrong, why, and what would be valid. */
import {
  type Entity,
  type Field,
  type FieldError,
  findColumn,
  isSortable,
  type Lang,
  listFixedValues,
  MAX_OFFSET,
  PAGE_SIZES,
  type Query,
  QUERY_PARAMETERS,
  type QueryProblem,
  readGroup,
  toParameter,
} from "@portolan/engine";
import { createFieldError, type FieldErrorKey } from "../core/field-error.ts";
import { findSimilar } from "./similar-label.ts";

/** A name and its synonyms. */
export type KnownName = readonly [name: string, ...synonyms: string[]];

/** Kind of an unknown name. With the suffix `Near`, `Of` or `None`, it is a key of `field-errors.json`. */
type NameKind = "parameter" | "sortTerm" | "viewName" | "groupTerm" | "option" | "column";

interface WrongValue {
  parameter: string;
  pointer: string;
  given: string;
}

export const formatPointer = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Maximum number of characters of client input repeated in an error. */
const MAX_REPEATED = 60;
const shorten = (text: string): string => (text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED)}…` : text);
const formatNames = (names: readonly string[]): string => names.join(", ");

/**
 * Returns the error for an unknown name. Lists the names that were probably meant, or all known names when none is
 * similar.
 */
export function describeUnknownName(
  kind: NameKind,
  { pointer, given }: Omit<WrongValue, "parameter">,
  known: readonly KnownName[],
  lang: Lang,
): FieldError {
  const near = findSimilar(given, known, (names) => names).map(([name]) => name);
  const names = near.length > 0 ? near : known.map(([name]) => name);
  const params = { given: shorten(given), names: formatNames(names) };
  // Every list has parameters, so there is no message `parameterNone`.
  if (names.length === 0 && kind !== "parameter")
    return createFieldError(pointer, `${kind}None`, lang, { params, code: kind });
  return createFieldError(pointer, near.length > 0 ? `${kind}Near` : `${kind}Of`, lang, { params, code: kind });
}

/** Returns the errors for the problems of a query. `own`: the additional parameters of the call. */
export function queryErrors(
  entity: Entity,
  { query, problems }: { query: Query; problems: readonly QueryProblem[] },
  own: readonly string[],
  lang: Lang,
): FieldError[] {
  return problems.map((problem) => queryError(entity, query, problem, { own, lang }));
}

function queryError(
  entity: Entity,
  { size }: Pick<Query, "size">,
  { name, part, reason, given }: QueryProblem,
  { own, lang }: { own: readonly string[]; lang: Lang },
): FieldError {
  const pointer = formatPointer(name);
  const unknown = (kind: NameKind, text: string, known: readonly KnownName[]) =>
    describeUnknownName(kind, { pointer, given: text }, known, lang);
  const value = given ?? part.slice(name.length + 1);
  switch (reason) {
    case "unknown":
      return unknown("parameter", name, [
        ...[...QUERY_PARAMETERS, ...own].map((name): KnownName => [name]),
        ...listColumns(entity, lang).map(([column, ...also]): KnownName => [toParameter(column), column, ...also]),
      ]);
    case "sort":
      return unknown("sortTerm", (given ?? "").replace(/^-/, ""), listColumns(entity, lang, isSortable));
    case "view":
      return unknown(
        "viewName",
        value,
        entity.list.views.map(({ id }): KnownName => [id, entity.text(`view.${id}`, lang)]),
      );
    case "group":
      return unknown(
        "groupTerm",
        value,
        [...(entity.list.groups ?? []), ...(entity.list.periods ?? [])].map((group): KnownName => [
          group,
          entity.label(readGroup(group).field, lang),
        ]),
      );
    case "size":
      return createFieldError(pointer, "listSize", lang, {
        params: { sizes: formatNames(PAGE_SIZES.map(String)) },
        code: "size",
      });
    case "reach":
      return createFieldError(pointer, "listReach", lang, {
        params: { last: MAX_OFFSET / size, rows: MAX_OFFSET },
        code: "page",
      });
    case "value":
      return describeWrongValue(entity, { parameter: name, pointer, given: shorten(value) }, lang);
    default:
      return createFieldError(pointer, TEXTS[reason], lang, { params: { given: shorten(value) }, code: reason });
  }
}
const TEXTS = {
  closed: "notFiltered",
  twice: "parameterTwice",
  text: "parameterText",
  search: "notSearched",
  page: "listPage",
  terms: "sortTerms",
  cursor: "cursorUnreadable",
} as const satisfies Record<string, FieldErrorKey>;

/** Returns the columns by which a list can be filtered, or those that `isOffered` accepts, each with its label. */
const listColumns = (entity: Entity, lang: Lang, isOffered = isFilterable): KnownName[] =>
  entity.fields.flatMap(({ name }): KnownName[] => (isOffered(entity, name) ? [[name, entity.label(name, lang)]] : []));
const isFilterable = (entity: Entity, name: string): boolean => findColumn(entity, name) !== undefined;

/**
 * Returns the error for a value that a field cannot have: the options that were probably meant, or the format of the
 * field.
 */
export function describeWrongValue(entity: Entity, { parameter, pointer, given }: WrongValue, lang: Lang): FieldError {
  const field = entity.fields.find(
    ({ name }) => name === parameter || toParameter(name) === parameter || `f.${name}` === parameter,
  );
  const fixed = field && listFixedValues(entity, field);
  if (fixed) {
    const options = fixed.map((value): KnownName => [value, ...listLabels(entity, field, value, lang)]);
    return describeUnknownName("option", { pointer, given }, options, lang);
  }
  const key = field ? VALUES[field.kind.column] : "valueText";
  return createFieldError(pointer, key, lang, { params: { given }, code: "value" });
}
const VALUES = {
  numeric: "valueNumber",
  bigint: "valueNumber",
  date: "valueDay",
  timestamptz: "valueDay",
  boolean: "valueFlag",
  text: "valueText",
} as const satisfies Record<string, FieldErrorKey>;

function listLabels(entity: Entity, field: Field, value: string, lang: Lang): string[] {
  const key = entity.lifecycle?.field === field.name ? `state.${value}` : `option.${field.name}.${value}`;
  const label = entity.text(key, lang);
  return label === key ? [] : [label];
}
