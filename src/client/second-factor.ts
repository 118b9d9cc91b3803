import type { Entity } from "../engine/index.ts";

/** Returns the payment password form (`checkPassword`) without the second factor, for calls that do not require one. */
export function omitSecondFactor<T extends { request: Entity }>(asked: T): T {
  const { request } = asked;
  const sections = request.form.sections.map((section) => ({ ...section, rows: section.rows.slice(0, 1) }));
  return { ...asked, request: { ...request, form: { ...request.form, sections } } };
}
