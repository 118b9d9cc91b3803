import type { Entity } from "../engine/index.ts";

/** Returns the form of the payment password (`checkPassword`) without its second factor, for calls that require none. */
export function omitSecondFactor<T extends { request: Entity }>(asked: T): T {
  const { request } = asked;
  const sections = request.form.sections.map((section) => ({ ...section, rows: section.rows.slice(0, 1) }));
  return { ...asked, request: { ...request, form: { ...request.form, sections } } };
}
