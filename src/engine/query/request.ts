/** What a list asks the server for: the same whether its page asks or somebody did ahead of it. */
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import { parseQuery } from "./parse.ts";
import type { Query } from "../model/query.ts";
import { wireQuery } from "./write.ts";
import { listCall } from "./list-call.ts";

/** `{status: ["a", "b"]}` -> `status=a,b`. */
export const presetParams = (preset: Row): Row =>
  Object.fromEntries(
    Object.entries(preset).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );

/** The request of a query; `preset` goes with every one and does not show in the URL. */
export const requestOf = (entity: Entity, query: Query, preset: Row): Row => ({
  ...presetParams(preset),
  ...wireQuery(entity, query),
});

/** What a refusal says: of each parameter that was not understood, else of itself. */
export const saidOf = ({ errors = [], message }: Pick<CallFailure, "errors" | "message">): string =>
  [...new Set(errors.map((error) => error.message))].join(" ") || message;
/** Whether a list's call was refused for its cursor: the place is lost, the list is not. */
export const isCursorRefused = ({ errors }: CallFailure): boolean =>
  errors?.some(({ at }) => at === "/cursor") === true;

/** The first call of a list that opens with these parameters. */
export function firstRequest(
  entity: Entity,
  preset: Row,
  params: URLSearchParams,
  ports: Pick<Ports, "now" | "lang" | "granted">,
): { call: CallPlan; body: Row } {
  return {
    call: listCall(entity, preset, ports.granted),
    body: requestOf(entity, parseQuery(entity, params, { now: ports.now(), lang: ports.lang }), preset),
  };
}
