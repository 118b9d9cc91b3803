/** Describes a query as text, for chips, saved views and the second sheet of an export. */
import type { Entity, Field, Lang } from "../model/entity.ts";
import { buildKindContext } from "../entity/values.ts";
import { listFixedValues, isDay } from "./context.ts";
import type { Filter, Query } from "../model/query.ts";
import { formatSpan, type Word } from "./span-words.ts";

/** Language and texts for descriptions. */
export interface WordContext {
  lang: Lang;
  word: Word;
  /** Returns the label of a reference value. Undefined falls back to the text of the field's kind. */
  label?(field: Field, value: string): string | undefined;
}

/** A part of a query that a chip shows and removes. */
export interface Phrase {
  /** `view`, `q`, or a filter of the field named by `field`. */
  part: "view" | "q" | "filter";
  field?: string;
  label: string;
  text: string;
  /** Label and text on one line: `状态：失败、已撤销`. */
  line: string;
}

/**
 * Returns the parts of a query that restrict the records: view, search, then filters in schema order. Empty when the
 * query matches all records.
 * @example
 * const chips = listPhrases(entity, query, { lang: "en", word }).map(({ line }) => line);
 */
export function listPhrases(entity: Entity, query: Query, context: WordContext): Phrase[] {
  const { word, lang } = context;
  const phrase = (part: Phrase["part"], label: string, text: string, field?: string): Phrase => ({
    part,
    ...(field === undefined ? {} : { field }),
    label,
    text,
    line: `${label}${word("filter.colon")}${text}`,
  });
  const phrases: Phrase[] = [];
  if (query.view) phrases.push(phrase("view", word("filter.view"), entity.text(`view.${query.view}`, lang)));
  if (query.q) phrases.push(phrase("q", word("filter.search"), query.q));
  for (const field of entity.fields) {
    const filter = query.filters[field.name];
    if (filter)
      phrases.push(
        phrase("filter", entity.label(field.name, lang), filterWords(entity, field, filter, context), field.name),
      );
  }
  return phrases;
}

/**
 * Describes the sort order, by default the entity's own: `创建时间 降序`.
 * @example
 * const order = sortWords(entity, { sort: ["-createdAt"] }, { lang: "en", word });
 */
export function sortWords(entity: Entity, query: Pick<Query, "sort">, { lang, word }: WordContext): string {
  const terms = query.sort.length > 0 ? query.sort : entity.list.sort;
  return terms
    .map(
      (term) =>
        `${entity.label(term.replace(/^-/, ""), lang)} ${word(term.startsWith("-") ? "filter.descending" : "filter.ascending")}`,
    )
    .join(word("filter.join"));
}

/** Describes a filter without its label: `失败、已撤销`, `2,000.00 至 5,000.00`, `近 7 天`. */
export function filterWords(entity: Entity, field: Field, filter: Filter, context: WordContext): string {
  const { word } = context;
  const said = (value: string) => formatValue(entity, field, value, context);
  switch (filter.style) {
    case "empty":
      return word(filter.not ? "filter.notEmpty" : "filter.empty");
    case "contains":
      return word("filter.contains", { text: filter.text });
    case "is": {
      const values = filter.values.map(said).join(word("filter.join"));
      if (filter.all && filter.values.length > 1) return word("filter.all", { values });
      return filter.not ? word("filter.not", { values }) : values;
    }
    case "range": {
      const { from, to, relative } = filter;
      if (relative !== undefined) return formatSpan(relative, word);
      if (from !== undefined && to !== undefined)
        return from === to ? said(from) : word("filter.between", { from: said(from), to: said(to) });
      if (from !== undefined) return word("filter.from", { from: said(from) });
      return to === undefined ? word("filter.any") : word("filter.to", { to: said(to) });
    }
  }
}

/**
 * Formats a value with its label or its kind. Days are returned as written, also for instants, which are filtered by
 * day.
 */
function formatValue(entity: Entity, { item, ...list }: Field, value: string, { lang, label }: WordContext): string {
  const field = item ?? list;
  const known = label?.(field, value);
  if (known !== undefined) return known;
  if (isDay(field)) return value;
  const about = buildKindContext(entity, field, lang);
  if (listFixedValues(entity, field)) return field.kind.text(value, about) || value;
  const parsed = field.kind.parse(value, about);
  return (parsed.ok && field.kind.text(parsed.value, about)) || value;
}
