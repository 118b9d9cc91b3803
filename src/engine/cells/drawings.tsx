/** Components that render values of kinds that need more than text, in lists, cards and details. */
import type { ComponentType } from "react";
import type { Field } from "../model/entity.ts";

/**
 * Renders a value. `text` is its text by kind, never empty. `whole` is set where there is room for all of it, such as a
 * detail page.
 */
export type Drawing = ComponentType<{ field: Field; value: unknown; text: string; whole: boolean }>;

/**
 * Cell renderers by kind. A compiled schema registers only the renderers of the kinds it uses, so that pages load no
 * others.
 */
export const drawings = new Map<string, Drawing>();
