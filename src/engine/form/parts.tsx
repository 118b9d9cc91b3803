/** Loads the optional parts of forms that plans list in `form.parts`. */
import type { Entity } from "../model/entity.ts";

const imports = {
  aids: () => import("./aids.tsx"),
  corrections: () => import("./Corrections.tsx"),
  facts: () => import("./facts.tsx"),
  last: () => import("./LastValues.tsx"),
  lookups: () => import("./Lookups.tsx"),
  steps: () => import("./steps.tsx"),
};
/** The modules of a form's optional parts. */
export type FormParts = { [Name in keyof typeof imports]?: Awaited<ReturnType<(typeof imports)[Name]>> };

const loaded: FormParts = {};

/** Returns whether all parts of a form are loaded. */
export const hasParts = ({ form: { parts = [] } }: Entity): boolean => parts.every((name) => loaded[name]);

/** Loads the parts of a form. A failed load (offline) is retried the next time. */
export const loadParts = async ({ form: { parts = [] } }: Pick<Entity, "form">): Promise<void> =>
  void Object.assign(
    loaded,
    Object.fromEntries(await Promise.all(parts.map(async (name) => [name, await imports[name]()]))),
  );

/** Returns the parts of a form, which must be loaded. */
export const getParts = ({ form: { parts = [] } }: Entity): FormParts =>
  Object.fromEntries(parts.map((name) => [name, loaded[name]]));
