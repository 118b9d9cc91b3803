/** Loading of inputs and validators. */
import { useEffect, useState } from "react";
import type { Entity, Field } from "../model/entity.ts";
import { useProductInputs } from "../inputs/EngineProvider.tsx";
import { haveInputs, loadInputs } from "../inputs/skins.tsx";
import { formFieldNames } from "../form-store/form-schema.ts";

/** Returns true when all inputs and the validator of an entity's form are loaded; loads them otherwise. */
export function useInputs(entity: Entity): boolean {
  const fields = formFieldNames(entity).map((name) => entity.field(name));
  return useLoadedInputs(fields, entity);
}

/** Returns true when the inputs of the fields are loaded, and the validator of `entity` where it is given; loads them otherwise. */
export function useLoadedInputs(fields: readonly Field[], entity?: Entity): boolean {
  const product = useProductInputs();
  const [, come] = useState(0);
  const have = haveInputs(product, fields);
  const there = have && entity?.loadValidator() === undefined;
  useEffect(() => {
    if (there) return;
    Promise.all([have || loadInputs(product, fields), entity?.loadValidator()]).then(
      () => come((count) => count + 1),
      // Rethrown in render, for the page's error boundary.
      (error: unknown) =>
        come(() => {
          throw error;
        }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- fields are those of the entity
  }, [entity, product, have, there]);
  return there;
}
