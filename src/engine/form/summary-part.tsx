import { createLazyPart } from "../react/lazy-part.tsx";

const load = () => import("./Summary.tsx");

/** Summary panel of a form, loaded only by forms that have a summary. */
export const SummaryPanel = createLazyPart<object>(
  () => load().then((module) => module.SummaryPanel),
  () => null,
);
/** Summary bar for narrow screens. */
export const SummaryBar = createLazyPart<object>(
  () => load().then((module) => module.SummaryBar),
  () => null,
);
