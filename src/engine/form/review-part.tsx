import type { Row } from "../model/entity.ts";
import type { ChangedFigure } from "../operation/changed-figures.ts";
import { createLazyPart } from "../react/lazy-part.tsx";

/** Review of a form, loaded only by forms that have one. */
export const Review = createLazyPart<{ record: Row; changed: readonly ChangedFigure[] }>(
  () => import("./Review.tsx").then((module) => module.Review),
  () => null,
);
