import { use } from "react";
import type { Entity } from "../model/entity.ts";

/**
 * Suspends until the entity's validator is loaded. Forms load it beside their facts instead (`form/use-inputs.tsx`).
 */
export function useChecks(entity: Entity): void {
  const coming = entity.loadValidator();
  if (coming) use(coming);
}
