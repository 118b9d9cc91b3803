/** Loads the sums over the records of a query, computed by the server. */
import { useMemo } from "react";
import { useTotals } from "../data/list-parts.tsx";
import type { Entity, Row } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { findListCall } from "../query/list-call.ts";
import { buildRequest } from "../query/request.ts";
import { usePorts } from "../react/ports-context.tsx";

const NO_PRESET: Row = {};

/** Loads the sums by field and currency over the records of a query. */
export function useSums(entity: Entity, query: Query, preset: Row = NO_PRESET) {
  const ports = usePorts();
  const call = useMemo(() => findListCall(entity, preset, ports.granted), [entity, preset, ports]);
  const body = useMemo(() => buildRequest(entity, query, preset), [entity, query, preset]);
  return useTotals(entity, { call, body, page: "" }, { query, preset, before: undefined });
}
