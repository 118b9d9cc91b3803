/** Requests of a list, shared by the page and by prefetching. */
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import { parseQuery } from "./parse.ts";
import type { Query } from "../model/query.ts";
import { wireQuery } from "./write.ts";
import { listCall } from "./list-call.ts";

/** Joins array values: `{status: ["a", "b"]}` -> `status=a,b`. */
export const presetParams = (preset: Row): Row =>
  Object.fromEntries(
    Object.entries(preset).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );

/** Returns the request body of a query. `preset` is part of every request and not of the URL. */
export const requestOf = (entity: Entity, query: Query, preset: Row): Row => ({
  ...presetParams(preset),
  ...wireQuery(entity, query),
});

/** Returns the messages of the rejected parameters; without any: the refusal's own message. */
export const saidOf = ({ errors = [], message }: Pick<CallFailure, "errors" | "message">): string =>
  [...new Set(errors.map((error) => error.message))].join(" ") || message;
/** True when a list request was refused for its cursor. The page is lost, the list can be reloaded. */
export const isCursorRefused = ({ errors }: CallFailure): boolean =>
  errors?.some(({ at }) => at === "/cursor") === true;

/** Returns the first request of a list opened with these URL parameters. */
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
