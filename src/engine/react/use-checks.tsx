import { use } from "react";
import type { Entity } from "../model/entity.ts";

/** Validator loads already passed to `use`, by entity. */
const loads = new WeakMap<Entity, Promise<void>>();

/**
 * Suspends until the entity's validator is loaded. Forms load it in parallel with their facts instead
 * (`form/use-inputs.tsx`).
 */
export function useChecks(entity: Entity): void {
  const coming = entity.loadValidator();
  if (coming && coming !== loads.get(entity)) {
    loads.set(entity, coming);
    coming.catch(() => loads.delete(entity));
  }
  const load = loads.get(entity);
  // Call `use` even after the promise has resolved: React replays a suspended component and expects the same hooks.
  if (load) use(load);
}
