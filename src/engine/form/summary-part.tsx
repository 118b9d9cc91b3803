import { createLazyPart } from "../react/lazy-part.tsx";

const load = () => import("./Summary.tsx");

/** The summary of a form, loaded by the forms that have one. */
export const SummaryPanel = createLazyPart<object>(
  () => load().then((module) => module.SummaryPanel),
  () => null,
);
/** The summary as a bar, for narrow screens. */
export const SummaryBar = createLazyPart<object>(
  () => load().then((module) => module.SummaryBar),
  () => null,
);
