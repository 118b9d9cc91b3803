import type { Entity } from "../../model/entity.ts";

/**
 * Returns the `checkPassword` form with only the first row of each section, which omits the second factor. For calls
 * that do not require one.
 * @example
 * const form = omitSecondFactor(await loadCall("checkPassword"));
 */
export function omitSecondFactor<T extends { request: Entity }>(call: T): T {
  const { request } = call;
  const sections = request.form.sections.map((section) => ({ ...section, rows: section.rows.slice(0, 1) }));
  return { ...call, request: { ...request, form: { ...request.form, sections } } };
}
