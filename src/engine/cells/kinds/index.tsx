/** Drawings of all kinds, for pages that build entities themselves. */
import { drawings } from "../drawings.tsx";
import { drawing as choices } from "./choices.tsx";
import { drawing as link } from "./link.tsx";
import { drawing as tags } from "./tags.tsx";

/**
 * Sets the drawing of every kind that has one. Schemas that the Vite plugin compiles bring those of their kinds.
 * @example
 * setDrawings();
 */
export function setDrawings(): void {
  drawings.set("link", link);
  drawings.set("tags", tags);
  drawings.set("choices", choices);
}
