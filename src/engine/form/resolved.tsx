/** Loads rjsf for the forms that have something to resolve, and draws the others without it. */
import type { ReactNode } from "react";
import { useForm } from "../controls/model.tsx";
import type { Entity } from "../model/entity.ts";
import { createLazyPart } from "../react/lazy-part.tsx";

let isLoaded = false;

/** rjsf around a form's layout. */
const RecordForm = createLazyPart<{ children: ReactNode }>(async () => {
  const module = await import("./RecordForm.tsx");
  isLoaded = true;
  return module.RecordForm;
});

/** Loads rjsf. */
export const loadResolver = (): Promise<unknown> => RecordForm.load();

/** Returns whether a form can be drawn: rjsf is loaded, or it is flat. */
export const hasResolver = ({ form }: Entity): boolean => isLoaded || form.flat === true;

/** Draws a form's layout below rjsf; a flat form's as it is. */
export function Resolved({ children }: { children: ReactNode }) {
  const { entity } = useForm();
  return entity.form.flat ? children : <RecordForm>{children}</RecordForm>;
}
