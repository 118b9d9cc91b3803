/** Labels of referenced records in option lists. */
import type { Entity, Lang, Row } from "../model/entity.ts";
import { buildKindContext } from "./values.ts";

/**
 * Formats the value of a record field. Returns an empty string for an absent value.
 * @example
 * const amount = recordText(entity, "amount", row, "en");
 */
export function formatText(entity: Entity, name: string, row: Row, lang: Lang): string {
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (!field) return row[name] === undefined || row[name] === null ? "" : String(row[name]);
  return field.kind.text(row[name], buildKindContext(entity, field, lang, row));
}

/**
 * Returns the label of a record: the filled-in template such as `{holder} {account}`, otherwise the card's title,
 * otherwise the first column other than the key. Without a template, an empty value is replaced by the key.
 * @example
 * const label = recordLabel(entity, row, "{holder} {account}", "en");
 */
export function formatLabel(entity: Entity, row: Row, template: string | undefined, lang: Lang): string {
  if (template)
    return template.replace(/\{([\w.]+)\}/g, (_all, name: string) => formatText(entity, name, row, lang)).trim();
  const title = entity.list.card?.title ?? entity.list.columns.find((name) => name !== entity.key) ?? entity.key;
  return formatText(entity, title, row, lang) || String(row[entity.key] ?? "");
}

/**
 * Returns the second line of an option: its key, if the label does not contain it and users recognise it, which is
 * assumed of keys without lower-case letters (`DE`, `102`, not `generalTrade`). Otherwise undefined.
 */
export function describeRecord(entity: Entity, row: Row, lang: Lang): string | undefined {
  const key = String(row[entity.key] ?? "");
  if (/[a-z]/.test(key)) return undefined;
  return formatLabel(entity, row, undefined, lang).includes(key) ? undefined : key;
}
