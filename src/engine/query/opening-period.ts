/** Date range on which a list opens when its URL contains no query. */
import type { Entity } from "../model/entity.ts";
import { isOtherParameter, toParameter } from "./grammar.ts";

/** Field of the date and the named ranges to choose from, of which the first is the default. */
interface Periods {
  date: string;
  periods?: readonly string[];
}

/** Returns whether the parameters contain no query and no open record, so that a default may be applied. */
export const isWithoutQuery = (params: URLSearchParams): boolean =>
  [...params.keys()].every(isOtherParameter) && !params.has("id");

/** Returns the parameters with the default period. Unchanged if they contain a query, or if there are no periods. */
export function addOpeningPeriod(params: URLSearchParams, { date, periods = [] }: Periods): URLSearchParams {
  const [first] = periods;
  if (first === undefined || !isWithoutQuery(params)) return params;
  const opened = new URLSearchParams(params);
  opened.set(toParameter(date), first);
  return opened;
}

/**
 * Returns the parameters with an empty period, which means all time, if they contain no query. A reload then does not
 * apply the default period again.
 */
export function keepAllTime(params: URLSearchParams, { date, periods }: Periods): URLSearchParams {
  if (!periods || !isWithoutQuery(params)) return params;
  const all = new URLSearchParams(params);
  all.set(toParameter(date), "");
  return all;
}

/**
 * Returns the parameters with which a view opens: with the default period of an `activity` view, otherwise unchanged.
 */
export function addViewPeriod({ views }: Entity, id: string, params: URLSearchParams): URLSearchParams {
  const view = views?.[id];
  return view?.type === "activity" && "sums" in view.plan ? addOpeningPeriod(params, view.plan) : params;
}
