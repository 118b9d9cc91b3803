/**
 * Adds fields that no layout mentions. When a file defines the layout of its form, list or record, such a field is
 * appended to each of them that may show it, so that adding a field only requires an entry in `properties`. Naming it
 * in any layout makes its position explicit.
 */
import { listObjectNames } from "../entity/objects.ts";
import type { EntityDraft } from "./draft.ts";
import type { FieldPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";

const LAYOUTS = ["x-form", "x-list", "x-detail", "x-receipt"] as const;
/** Members of a layout that contain texts, or names of things other than fields. */
const NO_FIELDS = new Set(["id", "label", "submit", "call", "where", "grant", "bulk", "maxRows", "related"]);

export function placeMissingFields(draft: EntityDraft, json: Json): void {
  const placed = new Set(LAYOUTS.flatMap((name) => listNames(json.get(name)?.value)));
  for (const field of draft.plan.fields)
    if (
      ![field.name, ...listObjectNames([field.name])].some((name) => placed.has(name)) &&
      !draft.hidden.has(field.name)
    )
      placeField(draft, json, field);
}

/**
 * Appends a field to the layouts of the form, list (columns, filters and import) and record, or only to the form if it
 * is write-only, local or sensitive. Skips fields that only the server sets (read-only and not computed).
 */
function placeField(draft: EntityDraft, json: Json, field: FieldPlan): void {
  if (field.readOnly && !field.compute) return;
  const { plan } = draft;
  const { name } = field;
  const section = plan.form.sections.at(-1);
  if (section && !plan.form.sections.some(({ rows }) => rows.flat().includes(name))) section.rows.push([name]);
  if (field.writeOnly || field.local || field.sensitive) return;
  const { columns, filters } = plan.list;
  if (!columns.includes(name)) columns.push(name);
  const filtered =
    filters.primary.includes(name) || filters.more.includes(name) || json.get("x-list")?.get("filters") === undefined;
  if (!filtered && !field.items && draft.kind(field.kind).filter) filters.more.push(name);
  if (plan.list.import && !field.items && !field.file && !field.compute) plan.list.import.fields.push(name);
  const part = plan.detail.sections.at(-1);
  if (part && !plan.detail.sections.some(({ fields }) => fields.includes(name))) part.fields.push(name);
}

function listNames(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/^-/, "")];
  if (Array.isArray(value)) return value.flatMap(listNames);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (NO_FIELDS.has(key) ? [] : listNames(part)));
}
