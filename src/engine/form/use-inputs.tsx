import { useEffect, useState } from "react";
import type { Entity, Field } from "../model/entity.ts";
import { useProductInputs } from "../inputs/EngineProvider.tsx";
import { hasInputs, loadInputs } from "../inputs/registry.tsx";
import { listFormFields } from "../form-store/form-schema.ts";
import { hasResolver, loadResolver } from "./resolved.tsx";

/** Loads the inputs, the validator and the resolver of an entity's form. Returns true once they are loaded. */
export function useInputs(entity: Entity): boolean {
  const fields = listFormFields(entity).map((name) => entity.field(name));
  return useLoadedInputs(fields, entity);
}

/**
 * Loads the inputs of the fields, plus the validator and resolver of `entity` if given. Returns true once they are
 * loaded. A failed load is thrown while rendering.
 */
export function useLoadedInputs(fields: readonly Field[], entity?: Entity): boolean {
  const product = useProductInputs();
  const [, come] = useState(0);
  const have = hasInputs(product, fields);
  const resolves = !entity || hasResolver(entity);
  const there = have && resolves && entity?.loadValidator() === undefined;
  useEffect(() => {
    if (there) return;
    Promise.all([have || loadInputs(product), resolves || loadResolver(), entity?.loadValidator()]).then(
      () => come((count) => count + 1),
      // Rethrown while rendering, so that the page's error boundary catches it.
      (error: unknown) =>
        come(() => {
          throw error;
        }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- fields are those of the entity
  }, [entity, product, have, resolves, there]);
  return there;
}
