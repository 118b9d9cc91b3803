/** Icons of the menu areas, by the names that `areas.json` uses. */
import type { Icon } from "../../model/register.ts";
import { getInside } from "../inside-options.tsx";

export function AreaIcon({ name }: { name: Icon }) {
  const Drawn = getInside().icons[name];
  return Drawn ? <Drawn size={16} strokeWidth={1.5} aria-hidden className="area-icon" /> : null;
}
