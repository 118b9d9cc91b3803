/** Cell renderers of all kinds that have one, for pages that build entities at run time. */
import { drawings } from "../drawings.tsx";
import { drawing as choices } from "./choices.tsx";
import { drawing as link } from "./link.tsx";
import { drawing as tags } from "./tags.tsx";

/**
 * Registers the cell renderers of all kinds that have one. Schemas compiled by the Vite plugin register those of the
 * kinds that they use.
 * @example
 * setDrawings();
 */
export function setDrawings(): void {
  drawings.set("link", link);
  drawings.set("tags", tags);
  drawings.set("choices", choices);
}
