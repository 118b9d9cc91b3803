/** Lists as the door hands them out: a chunk of their own, so a form page never loads them. */
import { lazyPart } from "../react/lazy-part.tsx";
import type { EntityTableProps } from "./EntityTable.tsx";
import type { firstRequest } from "../query/request.ts";

const load = () => import("./EntityTable.tsx");

/** A list page of an entity. */
export const EntityTable = lazyPart<EntityTableProps>(
  () => load().then((module) => module.EntityTable),
  () => null,
);

/** What a list asks for first, so that it can be asked while the list is not drawn yet. */
export const firstListRequest = async (
  ...about: Parameters<typeof firstRequest>
): Promise<ReturnType<typeof firstRequest>> => (await load()).firstRequest(...about);
