/** Parts of a list that wide screens rarely need, each in a separate chunk. */
import { createLazyPart } from "../react/lazy-part.tsx";
import { readWidth } from "../react/use-width.tsx";

/**
 * Records as the cards of their list, such as on phones and in panels.
 * @example
 * <RecordCards entity={entity} columns={["title"]} rows={rows} labels={labels} label="Issues" hrefOf={(id) => `/issues/${id}`} />;
 */
export const Cards = createLazyPart(
  () => import("./Cards.tsx").then((module) => module.Cards),
  () => null,
);
export const SortMenu = createLazyPart(
  () => import("./list-menus.tsx").then((module) => module.SortMenu),
  () => null,
);
export const GroupMenu = createLazyPart(
  () => import("./list-menus.tsx").then((module) => module.GroupMenu),
  () => null,
);

// On phones, cards and the sort menu are loaded together with the first rows.
if (readWidth() === "phone") void Promise.all([Cards.load(), SortMenu.load()]);
