/** Builds list requests and interprets their refusals. */
import type { Entity, Row } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";
import type { Query } from "../model/query.ts";
import { toWireQuery } from "./write-url.ts";

/** Joins array values with commas: `{status: ["a", "b"]}` -> `status=a,b`. */
export const toPresetParams = (preset: Row): Row =>
  Object.fromEntries(
    Object.entries(preset).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );

/** Returns the request body for a query. `preset` is part of every request but not of the URL. */
export const buildRequest = (entity: Entity, query: Query, preset: Row): Row => ({
  ...toPresetParams(preset),
  ...toWireQuery(entity, query),
});

/** Returns the messages of the rejected parameters, or the message of the error when there are none. */
export const formatRefusal = ({ errors = [], message }: Pick<CallFailure, "errors" | "message">): string =>
  [...new Set(errors.map((error) => error.message))].join(" ") || message;
/**
 * Returns whether a list request was rejected because of its cursor. The list can then be reloaded from its first page.
 */
export const isCursorRefused = ({ errors }: CallFailure): boolean =>
  errors?.some(({ at }) => at === "/cursor") === true;
