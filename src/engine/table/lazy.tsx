/** List page in a separate chunk, and a function that loads it early. */
import { createLazyPart } from "../react/lazy-part.tsx";
import type { prefetchList as prefetch } from "../data/list-state.tsx";

const load = () => import("./EntityTable.tsx");

/**
 * List page of an entity.
 * @example
 * <EntityTable entity={entity} title="Issues" params={new URLSearchParams()} onParams={() => undefined} />;
 */
export const EntityTable = createLazyPart(
  () => load().then((module) => module.EntityTable),
  () => null,
);

/**
 * Loads the code of lists and the first page of one, before the list is rendered.
 * @example
 * await prefetchList(ports, entity, { params: new URLSearchParams() });
 */
export const prefetchList = async (...list: Parameters<typeof prefetch>): Promise<void> =>
  (await load()).prefetchList(...list);
