/** What a list's call asks for. Whatever it does not understand is refused: each parameter by its name, with what was probably meant. */
import type { FieldError } from "../../src/contract/envelope.ts";
import {
  columnOf,
  fixedValues,
  parameterOf,
  readQuery,
  type CallPlan,
  type Entity,
  type Lang,
  type Query,
  type Row,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { fieldError } from "../core/field-error.ts";
import { pointerOf, queryErrors, unknownName, valueError } from "./query-errors.ts";

/** What is wrong with the value of a parameter. */
export type ParameterCheck = (given: string, at: string, lang: Lang) => FieldError[];
/** Parameters of a call besides the query's, each with its check. */
export type OwnParameters = Readonly<Record<string, ParameterCheck>>;

/** The call that a list's query comes with. */
export interface ListCall {
  actor: Pick<Actor, "grants" | "lang">;
  services: { clock: Clock };
  route: { call: Pick<CallPlan, "method"> };
  /** The query string as sent. */
  search: URLSearchParams;
  /** The body as sent. */
  rawBody: Row;
}

/** Words of yes and no. */
const FLAGS: Readonly<Record<string, boolean>> = { "": false, "0": false, "1": true, false: false, true: true };
/** Checks a yes or no. */
export const checkFlag: ParameterCheck = (given, at, lang) =>
  Object.hasOwn(FLAGS, given) ? [] : [fieldError(at, "valueFlag", lang, { given }, "value")];
/** Checks one of some words. */
export const checkOneOf =
  (known: readonly string[]): ParameterCheck =>
  (given, at, lang) =>
    given === "" || known.includes(given)
      ? []
      : [
          unknownName(
            at,
            "option",
            given,
            known.map((word) => [word] as const),
            lang,
          ),
        ];
/** Whether a checked flag is on. */
export const isOn = (given: unknown): boolean => FLAGS[String(given ?? "")] === true;

/** The parameters of a call as sent: of the query string, and of the body where it has one. */
function* sentIn({ route, search, rawBody }: ListCall): Generator<[string, unknown]> {
  yield* search.entries();
  if (route.call.method !== "GET") yield* Object.entries(rawBody);
}

/** What the client asked a list for, and its own parameters by name. Throws `invalid` with each parameter that is not understood, and `notGranted` for a view that is another role's. */
export function queryOf(
  call: ListCall,
  entity: Entity,
  own: OwnParameters = { totals: checkFlag },
): { query: Query; given: Row } {
  const { actor, services } = call;
  const { lang } = actor;
  const sent = [...sentIn(call)];
  const isOwn = (name: string) => Object.hasOwn(own, name);
  const { query, problems } = readQuery(entity, sent, { now: services.clock.now(), lang }, isOwn);
  const errors = queryErrors(entity, query, problems, Object.keys(own), lang);
  const given: Row = {};
  for (const [name, value] of sent.filter(([name]) => isOwn(name))) {
    const at = pointerOf(name);
    if (Object.hasOwn(given, name)) errors.push(fieldError(at, "parameterTwice", lang, {}, "twice"));
    else errors.push(...own[name]!(String(value ?? ""), at, lang));
    given[name] = value;
  }
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  const grant = entity.list.views.find((view) => view.id === query.view)?.grant;
  if (grant && !actor.grants.has(grant)) throw new Failure("notGranted");
  return { query, given };
}

/** What the client asked a reference list for: words, a size, and fields that choose exactly their value. Throws `invalid` as `queryOf` does. */
export function choiceOf(
  call: ListCall,
  entity: Entity,
  mostRows: number,
): { q: string; size: number; fixed: [field: string, value: string][] } {
  const { lang } = call.actor;
  const names = entity.fields.flatMap(({ name }) => (columnOf(entity, name) ? [name] : []));
  const known = new Map(
    names.flatMap(
      (name) =>
        [
          [parameterOf(name), name],
          [`f.${name}`, name],
        ] as const,
    ),
  );
  const found = { q: "", size: mostRows, fixed: [] as [string, string][] };
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [name, value] of sentIn(call)) {
    const at = pointerOf(name);
    const text = String(value ?? "");
    const field = known.get(name);
    if (name !== "q" && name !== "size" && field === undefined)
      errors.push(
        unknownName(
          at,
          "parameter",
          name,
          [
            ["q"],
            ["size"],
            ...names.map((one) => [parameterOf(one), one, entity.text(`field.${one}.label`, lang)] as const),
          ],
          lang,
        ),
      );
    else if (seen.has(name)) errors.push(fieldError(at, "parameterTwice", lang, {}, "twice"));
    seen.add(name);
    if (text === "") continue;
    if (name === "q") found.q = text;
    else if (name === "size") {
      found.size = Number(text);
      if (!/^\d{1,9}$/.test(text) || found.size < 1 || found.size > mostRows)
        errors.push(fieldError(at, "optionSize", lang, { limit: mostRows }, "size"));
    } else if (field !== undefined) {
      if (fixedValues(entity, entity.field(field))?.includes(text) === false)
        errors.push(valueError(entity, name, at, text, lang));
      found.fixed.push([field, text]);
    }
  }
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  return found;
}
