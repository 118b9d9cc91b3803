/** How another entity's record reads in a list of options. */
import type { CallPlan, Entity, Lang, Row } from "../model/entity.ts";
import { kindContext } from "./values.ts";

/** One field of another entity's record as a person reads it; empty where it has none. */
export function textOf(entity: Entity, name: string, row: Row, lang: Lang): string {
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (!field) return row[name] === undefined || row[name] === null ? "" : String(row[name]);
  return field.kind.text(row[name] as never, kindContext(entity, field, lang, row));
}

/** `{holder} {account}` over the record; without a template the card's title, else the first column. */
export function labelOf(entity: Entity, row: Row, template: string | undefined, lang: Lang): string {
  if (template) return template.replace(/\{(\w+)\}/g, (_all, name: string) => textOf(entity, name, row, lang)).trim();
  const title = entity.list.card?.title ?? entity.list.columns.find((name) => name !== entity.key) ?? entity.key;
  return textOf(entity, title, row, lang) || String(row[entity.key] ?? "");
}

/** A second line: the key, where the label does not say it already and people know it: `DE` and `102`, not `generalTrade`. */
export function detailOf(entity: Entity, row: Row, lang: Lang): string | undefined {
  const key = String(row[entity.key] ?? "");
  if (/[a-z]/.test(key)) return undefined;
  return labelOf(entity, row, undefined, lang).includes(key) ? undefined : key;
}

/** The call that answers with options: the entity's own `options`, else its list. */
export function optionsCall(entity: Entity): CallPlan {
  const call = entity.calls.options ?? entity.calls.list;
  if (!call) throw new Error(`${entity.name} has no call that lists its records`);
  return call;
}
