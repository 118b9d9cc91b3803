/** Parts of a list that only phones render, in a chunk of their own. */
import { lazyPart } from "../react/lazy-part.tsx";
import type { CardsProps } from "./Cards.tsx";
import type { SortProps } from "./SortMenu.tsx";
import { readWidth } from "./use-width.tsx";

export const Cards = lazyPart<CardsProps>(
  () => import("./Cards.tsx").then((module) => module.Cards),
  () => null,
);
export const SortMenu = lazyPart<SortProps>(
  () => import("./SortMenu.tsx").then((module) => module.SortMenu),
  () => null,
);

// A phone loads them together with the first rows.
if (readWidth() === "phone") void Promise.all([Cards.load(), SortMenu.load()]);
