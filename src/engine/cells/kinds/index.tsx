/** Drawings of all kinds, for pages that build entities at run time. */
import { drawings } from "../drawings.tsx";
import { drawing as choices } from "./choices.tsx";
import { drawing as link } from "./link.tsx";
import { drawing as tags } from "./tags.tsx";

/**
 * Registers the drawings of all kinds. Schemas compiled by the Vite plugin register those of their own kinds.
 * @example
 * setDrawings();
 */
export function setDrawings(): void {
  drawings.set("link", link);
  drawings.set("tags", tags);
  drawings.set("choices", choices);
}
