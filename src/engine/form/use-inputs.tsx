/** Returns true when all inputs and the validator of a form are loaded; loads them otherwise. */
import { useEffect, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { haveInputs, loadInputs } from "../inputs/skins.tsx";
import { formFieldNames } from "../form-store/form-schema.ts";

export function useInputs(entity: Entity): boolean {
  const [, come] = useState(0);
  const have = haveInputs(formFieldNames(entity).map((name) => entity.field(name)));
  const there = have && entity.loadValidator() === undefined;
  useEffect(() => {
    if (there) return undefined;
    Promise.all([have || loadInputs(), entity.loadValidator()]).then(
      () => come(1),
      // Rethrown in render, for the page's error boundary.
      (error: unknown) =>
        come(() => {
          throw error;
        }),
    );
    return undefined;
  }, [entity, have, there]);
  return there;
}
