import { useEffect, useState } from "react";
import type { Entity, Field } from "../model/entity.ts";
import { useProductInputs } from "../inputs/EngineProvider.tsx";
import { hasInputs, loadInputs } from "../inputs/registry.tsx";
import { listFormFields } from "../form-store/form-schema.ts";
import { hasParts, loadParts } from "./parts.tsx";
import { hasResolver, loadResolver } from "./resolved.tsx";

/** Loads all inputs, the validator, the resolver and the optional parts of an entity's form. Returns true once they are loaded. */
export function useInputs(entity: Entity): boolean {
  const fields = listFormFields(entity).map((name) => entity.field(name));
  return useLoadedInputs(fields, entity);
}

/**
 * Loads the inputs of the fields, plus the validator, resolver and parts of `entity` if given. Returns true once they
 * are loaded. A failed load is thrown while rendering.
 */
export function useLoadedInputs(fields: readonly Field[], entity?: Entity): boolean {
  const product = useProductInputs();
  const [, come] = useState(0);
  const have = hasInputs(product, fields);
  const resolves = !entity || hasResolver(entity);
  const parted = !entity || hasParts(entity);
  const there = have && resolves && parted && entity?.loadValidator() === undefined;
  useEffect(() => {
    if (there) return;
    Promise.all([
      have || loadInputs(product, fields),
      resolves || loadResolver(),
      parted || loadParts(entity),
      entity?.loadValidator(),
    ]).then(
      () => come((count) => count + 1),
      // Rethrown while rendering, so that the page's error boundary catches it.
      (error: unknown) =>
        come(() => {
          throw error;
        }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- fields are those of the entity
  }, [entity, product, have, resolves, parted, there]);
  return there;
}
