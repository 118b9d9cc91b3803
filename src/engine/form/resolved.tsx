/** Loads rjsf only for forms that need it. Flat forms render without it. */
import type { ReactNode } from "react";
import { useForm } from "../controls/model.tsx";
import type { Entity } from "../model/entity.ts";
import { createLazyPart } from "../react/lazy-part.tsx";

let isLoaded = false;

/** Wraps a form's layout in rjsf. */
const RecordForm = createLazyPart(async () => {
  const module = await import("./RecordForm.tsx");
  isLoaded = true;
  return module.RecordForm;
});

/** Preloads rjsf, so that `Resolved` renders without waiting. */
export const loadResolver = (): Promise<unknown> => RecordForm.load();

/** Returns whether a form can be rendered, because rjsf is loaded or the form is flat. */
export const hasResolver = ({ form }: Entity): boolean => isLoaded || form.flat === true;

/** Renders a form's layout inside rjsf, or directly for a flat form. */
export function Resolved({ children }: { children: ReactNode }) {
  const { entity } = useForm();
  return entity.form.flat ? children : <RecordForm>{children}</RecordForm>;
}
