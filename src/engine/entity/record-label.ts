/** Labels of another entity's records in lists of options. */
import type { Entity, Lang, Row } from "../model/entity.ts";
import { buildKindContext } from "./values.ts";

/**
 * Returns the text of a field of a record; empty when it has no value.
 * @example
 * const amount = recordText(entity, "amount", row, "en");
 */
export function formatText(entity: Entity, name: string, row: Row, lang: Lang): string {
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (!field) return row[name] === undefined || row[name] === null ? "" : String(row[name]);
  return field.kind.text(row[name], buildKindContext(entity, field, lang, row));
}

/**
 * Returns the label of a record: its template `{holder} {account}`, else the card's title, else the first column.
 * @example
 * const label = recordLabel(entity, row, "{holder} {account}", "en");
 */
export function formatLabel(entity: Entity, row: Row, template: string | undefined, lang: Lang): string {
  if (template)
    return template.replace(/\{(\w+)\}/g, (_all, name: string) => formatText(entity, name, row, lang)).trim();
  const title = entity.list.card?.title ?? entity.list.columns.find((name) => name !== entity.key) ?? entity.key;
  return formatText(entity, title, row, lang) || String(row[entity.key] ?? "");
}

/** Returns the second line of an option: a key that users know (`DE`, `102`, not `generalTrade`) and that the label does not hold; else undefined. */
export function describeRecord(entity: Entity, row: Row, lang: Lang): string | undefined {
  const key = String(row[entity.key] ?? "");
  if (/[a-z]/.test(key)) return undefined;
  return formatLabel(entity, row, undefined, lang).includes(key) ? undefined : key;
}
