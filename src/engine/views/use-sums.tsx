/** Sums over the listed records that have certain values, by the server. */
import { useMemo } from "react";
import { useTotals, type Sums } from "../data/list-parts.tsx";
import type { Entity, Row } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { listCall } from "../query/list-call.ts";
import { requestOf } from "../query/request.ts";
import { usePorts } from "../react/ports-context.tsx";

const NO_PRESET: Row = {};

/** Returns the query of those records among the listed ones that have these values; undefined when a filter leaves none. */
export function narrowQuery(query: Query, where: Readonly<Record<string, readonly string[]>>): Query | undefined {
  const filters = { ...query.filters };
  for (const [name, wanted] of Object.entries(where)) {
    const own = filters[name];
    const isChosen = own?.style === "is" && !own.not;
    const isLeftOut = own?.style === "is" && own.not;
    const values = wanted.filter((one) =>
      isChosen ? own.values.includes(one) : !(isLeftOut && own.values.includes(one)),
    );
    if (values.length === 0) return undefined;
    filters[name] = { style: "is", values, not: false };
  }
  const { cursor: _cursor, ...rest } = query;
  return { ...rest, filters, page: 1 };
}

/** Loads and returns the sums per field and currency of the records of a query; undefined until they are there. */
export function useSums(entity: Entity, query: Query, preset: Row = NO_PRESET): Sums | undefined {
  const ports = usePorts();
  const call = useMemo(() => listCall(entity, preset, ports.granted), [entity, preset, ports]);
  const body = useMemo(() => requestOf(entity, query, preset), [entity, query, preset]);
  return useTotals(entity, { call, body, page: "" }, { query, preset, before: undefined }).data?.sums;
}
