/** How values of kinds that are more than a text are drawn in lists, cards and details. */
import type { ComponentType } from "react";
import type { Field } from "../model/entity.ts";

/** Renders one value. `text`: the kind's text of it, never empty; `whole`: there is room for all of it, as on a detail page. */
export type Drawing = ComponentType<{ field: Field; value: unknown; text: string; whole: boolean }>;

/** Drawings by kind. A schema's module sets those of its kinds, so that pages load no others. */
export const drawings = new Map<string, Drawing>();
