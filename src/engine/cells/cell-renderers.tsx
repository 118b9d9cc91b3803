/** Components that render values of kinds that need more than text, in lists, cards and details. */
import type { ComponentType } from "react";
import type { Field } from "../model/entity.ts";

/**
 * Renders a value. `text` is the text that the kind returns for it, never empty. `whole` is set where there is room for
 * the whole value, such as a detail page.
 */
export type CellRenderer = ComponentType<{ field: Field; value: unknown; text: string; whole: boolean }>;

/**
 * Cell renderers by kind. A compiled schema registers only the renderers of the kinds it uses, so that pages load no
 * others.
 */
export const cellRenderers = new Map<string, CellRenderer>();
