/** Columns and row height as this person likes them, kept in the browser; a link's `cols` wins while it is there. */
import { useMemo, useState } from "react";
import type { Entity } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { chosenColumns, offered, readColumns } from "./columns.ts";
import { readStored, writeStored } from "./stored.ts";

/** Row heights 36, 44 and 56 px. Source: `ux.md` 5.2. */
export const DENSITIES = ["compact", "normal", "airy"] as const;
export type Density = (typeof DENSITIES)[number];

export interface Columns {
  shown: readonly string[];
  /** All that may be shown: the schema's own first. */
  offered: readonly string[];
  /** Not as the schema has them. */
  changed: boolean;
  /** Undefined: the schema's own again. */
  set(shown: readonly string[] | undefined): void;
  density: Density;
  setDensity(density: Density): void;
}
/** `link` is the URL's `cols`, `unlink` takes it out. */
export function useColumns(entity: Entity, own: readonly string[], link: string | null, unlink: () => void): Columns {
  const user = usePorts().user();
  const [name, heights] = [`list.${user}.${entity.name}.columns`, `list.${user}.density`];
  const [kept, setKept] = useState(() => readColumns(readStored(name)));
  const [density, setDensity] = useState<Density>(() => DENSITIES.find((one) => one === readStored(heights)) ?? "normal");
  const shown = useMemo(() => chosenColumns(entity, own, kept, link), [entity, own, kept, link]);
  const all = useMemo(() => offered(entity, own), [entity, own]);
  return {
    shown,
    offered: all,
    changed: shown.join() !== own.join(),
    set(next) {
      const choice = next && next.join() !== own.join() ? { shown: [...next], known: [...own] } : undefined;
      setKept(choice);
      writeStored(name, choice);
      if (link !== null) unlink();
    },
    density,
    setDensity(next) {
      setDensity(next);
      writeStored(heights, next);
    },
  };
}
