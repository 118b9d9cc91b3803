/** Lazily loaded lists, in a chunk of their own. */
import { lazyPart } from "../react/lazy-part.tsx";
import type { EntityTableProps } from "./EntityTable.tsx";
import type { firstRequest } from "../query/request.ts";

const load = () => import("./EntityTable.tsx");

/** List page of an entity. */
export const EntityTable = lazyPart<EntityTableProps>(
  () => load().then((module) => module.EntityTable),
  () => null,
);

/** Returns a list's first request, so that it can be sent before the list renders. */
export const firstListRequest = async (
  ...about: Parameters<typeof firstRequest>
): Promise<ReturnType<typeof firstRequest>> => (await load()).firstRequest(...about);
