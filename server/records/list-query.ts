/** Parses the parameters of a list. Reports each unknown parameter by name, with a suggestion. */
import {
  type CallPlan,
  type Entity,
  type FieldError,
  findColumn,
  type Lang,
  listFixedValues,
  type Query,
  readQuery,
  type Row,
  toParameter,
} from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import { formatPointer, queryErrors, describeUnknownName, describeWrongValue, type KnownName } from "./query-errors.ts";

export type ParameterCheck = (given: string, pointer: string, lang: Lang) => FieldError[];
export type OwnParameters = Readonly<Record<string, ParameterCheck>>;

export interface ListCall {
  actor: Pick<Actor, "grants" | "lang">;
  services: { clock: Clock };
  route: { call: Pick<CallPlan, "method"> };
  search: URLSearchParams;
  rawBody: Row;
}

/** Accepted strings for a boolean parameter, with their values. */
const FLAGS: Readonly<Record<string, boolean>> = { "": false, "0": false, "1": true, false: false, true: true };
export const checkFlag: ParameterCheck = (given, pointer, lang) =>
  Object.hasOwn(FLAGS, given)
    ? []
    : [createFieldError(pointer, "valueFlag", lang, { params: { given }, code: "value" })];
/** Checks that a value is empty or one of the given names. */
export const checkWord =
  (candidates: readonly string[]): ParameterCheck =>
  (given, pointer, lang) =>
    given === "" || candidates.includes(given)
      ? []
      : [
          describeUnknownName(
            "option",
            { pointer, given },
            candidates.map((name) => [name]),
            lang,
          ),
        ];
/** Returns whether a validated boolean parameter is set. */
export const isOn = (given: unknown): boolean => FLAGS[String(given ?? "")] === true;

/** Yields the parameters of a call as received: those in the query string, and those in the body of a POST. */
function* listSentValues({ route, search, rawBody }: ListCall): Generator<[string, unknown]> {
  yield* search.entries();
  if (route.call.method !== "GET") yield* Object.entries(rawBody);
}

/**
 * Parses a list query and the additional parameters of its call.
 *
 * @throws Failure `invalid` with each invalid parameter, `notGranted` for a view whose grant the user lacks
 */
export function readListQuery(
  call: ListCall,
  entity: Entity,
  own: OwnParameters = { totals: checkFlag, viewCounts: checkFlag },
): { query: Query; given: Row } {
  const { actor, services } = call;
  const { lang } = actor;
  const sent = [...listSentValues(call)];
  const isOwn = (name: string) => Object.hasOwn(own, name);
  const { query, problems } = readQuery(entity, sent, { now: services.clock.now(), lang }, isOwn);
  const errors = queryErrors(entity, { query, problems }, Object.keys(own), lang);
  const given: Row = {};
  for (const [name, value] of sent) {
    if (!isOwn(name)) continue;
    const pointer = formatPointer(name);
    if (Object.hasOwn(given, name)) errors.push(describeSentTwice(pointer, lang));
    else errors.push(...(own[name]?.(String(value ?? ""), pointer, lang) ?? []));
    given[name] = value;
  }
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  const grant = entity.list.views.find((view) => view.id === query.view)?.grant;
  if (grant && !actor.grants.has(grant)) throw new Failure("notGranted");
  return { query, given };
}

const describeSentTwice = (pointer: string, lang: Lang): FieldError =>
  createFieldError(pointer, "parameterTwice", lang, { code: "twice" });

export interface OptionQuery {
  q: string;
  size: number;
  fixed: [field: string, value: string][];
}

/**
 * Parses the parameters of a reference list: search text, page size, and fields with an exact value.
 *
 * @throws Failure `invalid` with each invalid parameter
 */
export function readOptionQuery(call: ListCall, entity: Entity, maxRows: number): OptionQuery {
  const { lang } = call.actor;
  const names = entity.fields.flatMap(({ name }) => (findColumn(entity, name) ? [name] : []));
  const fields = new Map(names.flatMap((name) => [toParameter(name), `f.${name}`].map((sent) => [sent, name])));
  const known = (): KnownName[] => [
    ["q"],
    ["size"],
    ...names.map((name): KnownName => [toParameter(name), name, entity.label(name, lang)]),
  ];
  const found: OptionQuery = { q: "", size: maxRows, fixed: [] };
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [name, value] of listSentValues(call)) {
    const pointer = formatPointer(name);
    const field = fields.get(name);
    const given = String(value ?? "");
    if (name !== "q" && name !== "size" && field === undefined)
      errors.push(describeUnknownName("parameter", { pointer, given: name }, known(), lang));
    else if (seen.has(name)) errors.push(describeSentTwice(pointer, lang));
    seen.add(name);
    if (given === "") continue;
    if (name === "q") found.q = given;
    else if (name === "size") {
      found.size = Number(given);
      if (!isSize(given, maxRows))
        errors.push(createFieldError(pointer, "optionSize", lang, { params: { limit: maxRows }, code: "size" }));
    } else if (field !== undefined) {
      if (listFixedValues(entity, entity.field(field))?.includes(given) === false)
        errors.push(describeWrongValue(entity, { parameter: name, pointer, given }, lang));
      found.fixed.push([field, given]);
    }
  }
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  return found;
}

const isSize = (given: string, maxRows: number): boolean =>
  /^\d{1,9}$/.test(given) && Number(given) >= 1 && Number(given) <= maxRows;
