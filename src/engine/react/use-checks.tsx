import { use } from "react";
import type { Entity } from "../model/entity.ts";

/** Waits for what judges the entity's records; the boundary around it says that it waits. A form, which asks for its facts meanwhile, does not stop for it (`form/use-inputs.tsx`). */
export function useChecks(entity: Entity): void {
  const coming = entity.checks();
  if (coming) use(coming);
}
