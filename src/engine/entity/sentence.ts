/** Sentences of a schema about a record, filled with the record's values. */
import { interpolate } from "../base/interpolate.ts";
import { spaceLatin } from "../base/space-latin.ts";
import type { Entity, Lang, Row } from "../model/entity.ts";
import { buildKindContext, findCurrency } from "./values.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

const NBSP = "\u00a0";

/**
 * Formats the value of a field with its currency. Returns an empty string for an absent value or an unknown field.
 * @example
 * const amount = formatValue(entity, "amount", "en", row);
 */
export function formatValue(entity: Entity, name: string | undefined, lang: Lang, row: Row): string {
  const field = entity.fields.find((item) => item.name === name);
  const value = field && row[field.name];
  if (!field || value === undefined || value === null) return "";
  const text = field.kind.text(value, buildKindContext(entity, field, lang, row));
  return text !== "" && field.currency ? `${text}${NBSP}${findCurrency(field, row) ?? ""}`.trimEnd() : text;
}

const TYPESET: EngineTexts<(text: string) => string> = { zh: spaceLatin, en: (text) => text };

/** A record as the reader may see it, and values of placeholders that are not fields. */
export interface SentenceValues {
  row: Row;
  lang: Lang;
  more?: Readonly<Record<string, string>> | undefined;
  /** Whether to omit the sentence when a placeholder has no value. By default such a placeholder becomes empty. */
  whole?: true;
}

/**
 * Returns a sentence about a record with its placeholders filled in. Unless a field or `more` defines them, `{who}` and
 * `{amount}` stand for the title and amount of the list's card. Returns undefined if the schema has no such sentence,
 * or if `whole` is set and a placeholder has no value.
 * @example
 * const does = fillSentence(entity, "does.cancel", { row, lang: "en" });
 */
export function fillSentence(entity: Entity, key: string, { row, lang, more = {}, whole }: SentenceValues) {
  const template = entity.text(key, lang);
  if (template === key) return undefined;
  const { card } = entity.list;
  const names = [...template.matchAll(/\{([\w.]+)\}/g)].flatMap(([, name]) => name ?? []);
  const own = new Map([
    ["who", card?.title],
    ["amount", card?.amount],
  ]);
  const valueOf = (name: string): string =>
    more[name] ??
    formatValue(entity, entity.fields.some((field) => field.name === name) ? name : own.get(name), lang, row);
  const values = names.map((name) => [name, valueOf(name)] as const);
  if (whole && values.some(([, value]) => value === "")) return undefined;
  // `fill` would keep a placeholder without a value.
  return pickText(TYPESET, lang)(interpolate(template, Object.fromEntries(values)).trim());
}
