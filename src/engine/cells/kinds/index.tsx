import { cellRenderers } from "../cell-renderers.tsx";
import { renderCell as choices } from "./choices.tsx";
import { renderCell as link } from "./link.tsx";
import { renderCell as tags } from "./tags.tsx";

/**
 * Registers the cell renderers of all kinds that have one, for pages that build entities at run time. Schemas compiled
 * by the Vite plugin register those of the kinds that they use.
 * @example
 * registerCellRenderers();
 */
export function registerCellRenderers(): void {
  cellRenderers.set("link", link);
  cellRenderers.set("tags", tags);
  cellRenderers.set("choices", choices);
}
