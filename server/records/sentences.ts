/** Formats sentences about records: the schema's text with the record's values, masked as in e-mails. */
import { findCurrency, fill, buildKindContext, type Entity, type Lang, type Row } from "../../src/engine/index.ts";
import type { SentenceAbout } from "../lifecycle/context.ts";
import { present } from "./present.ts";

const NBSP = "\u00a0";

/** Formats the value of a field with its currency. Empty without a value. */
export function formatValue(entity: Entity, name: string | undefined, lang: Lang, shown: Row): string {
  const field = entity.fields.find((field) => field.name === name);
  const value = field && shown[field.name];
  if (!field || value === undefined || value === null) return "";
  const text = field.kind.text(value, buildKindContext(entity, field, lang, shown));
  return text !== "" && field.currency ? `${text}${NBSP}${findCurrency(field, shown) ?? ""}`.trimEnd() : text;
}

/** Inserts a space between Chinese characters and Latin letters or digits. */
const spaceLatin = (text: string): string =>
  text.replace(/(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9.])(?=[\u4e00-\u9fff])/g, " ");
const TYPESET: Record<Lang, (text: string) => string> = { zh: spaceLatin, en: (text) => text };

/**
 * Returns a sentence about a record; undefined when the entity's schema has no such sentence. `more`: values for
 * placeholders that are not fields.
 *
 * @example
 * formatSentence(withdrawal, "says.paid.notice", { record, lang: "en" }) // => "2,000.00 USD paid to Acme."
 */
export const formatSentence = (
  entity: Entity,
  key: string,
  { record, lang, more = {} }: SentenceAbout,
): string | undefined {
  const template = entity.text(key, lang);
  if (template === key) return undefined;
  const { card } = entity.list;
  const shown = present(entity, record, undefined, "mail");
  const names = [...template.matchAll(/\{([\w.]+)\}/g)].flatMap(([, name]) => name ?? []);
  const own = { who: card?.title, amount: card?.amount };
  const valueOf = (name: string): string =>
    more[name] ??
    formatValue(
      entity,
      entity.fields.some((field) => field.name === name) ? name : own[name as keyof typeof own],
      lang,
      shown,
    );
  // Replace a placeholder without a value with an empty text, because `fill` would keep the placeholder.
  const sentence = fill(template, Object.fromEntries(names.map((name) => [name, valueOf(name)]))).trim();
  return TYPESET[lang](sentence);
}
