/** Describes a query as text, for chips, saved views and the second sheet of an export. */
import type { Entity, Field, Lang } from "../model/entity.ts";
import { buildKindContext } from "../entity/values.ts";
import { listFixedValues, isDay } from "./context.ts";
import type { Filter, Query } from "../model/query.ts";
import { formatSpan, type Translate } from "./span-texts.ts";

/** Language and texts for descriptions. */
export interface PhraseContext {
  lang: Lang;
  t: Translate;
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
 * const chips = listPhrases(entity, query, { lang: "en", t: ports.t }).map(({ line }) => line);
 */
export function listPhrases(entity: Entity, query: Query, context: PhraseContext): Phrase[] {
  const { t, lang } = context;
  const phrase = (part: Phrase["part"], label: string, text: string, field?: string): Phrase => ({
    part,
    ...(field === undefined ? {} : { field }),
    label,
    text,
    line: `${label}${t("filter.colon")}${text}`,
  });
  const phrases: Phrase[] = [];
  if (query.view) phrases.push(phrase("view", t("filter.view"), entity.text(`view.${query.view}`, lang)));
  if (query.q) phrases.push(phrase("q", t("filter.search"), query.q));
  for (const field of entity.fields) {
    const filter = query.filters[field.name];
    if (filter)
      phrases.push(
        phrase("filter", entity.label(field.name, lang), describeFilter(entity, field, filter, context), field.name),
      );
  }
  return phrases;
}

/**
 * Describes the sort order, such as `创建时间 降序`. A query without one has the entity's default order.
 * @example
 * const order = describeSort(entity, { sort: ["-createdAt"] }, { lang: "en", t: ports.t });
 */
export function describeSort(entity: Entity, query: Pick<Query, "sort">, { lang, t }: PhraseContext): string {
  const terms = query.sort.length > 0 ? query.sort : entity.list.sort;
  return terms
    .map(
      (term) =>
        `${entity.label(term.replace(/^-/, ""), lang)} ${t(term.startsWith("-") ? "filter.descending" : "filter.ascending")}`,
    )
    .join(t("filter.join"));
}

/** Describes a filter without its label: `失败、已撤销`, `2,000.00 至 5,000.00`, `近 7 天`. */
export function describeFilter(entity: Entity, field: Field, filter: Filter, context: PhraseContext): string {
  const { t } = context;
  const format = (value: string) => formatValue(entity, field, value, context);
  switch (filter.style) {
    case "empty":
      return t(filter.not ? "filter.notEmpty" : "filter.empty");
    case "contains":
      return t("filter.contains", { text: filter.text });
    case "is": {
      const values = filter.values.map(format).join(t("filter.join"));
      if (filter.all && filter.values.length > 1) return t("filter.all", { values });
      return filter.not ? t("filter.not", { values }) : values;
    }
    case "range": {
      const { from, to, relative } = filter;
      if (relative !== undefined) return formatSpan(relative, t);
      if (from !== undefined && to !== undefined)
        return from === to ? format(from) : t("filter.between", { from: format(from), to: format(to) });
      if (from !== undefined) return t("filter.from", { from: format(from) });
      return to === undefined ? t("filter.any") : t("filter.to", { to: format(to) });
    }
  }
}

/**
 * Formats a value with its label or its kind. Days are returned as written, also for instants, which are filtered by
 * day.
 */
function formatValue(entity: Entity, { item, ...list }: Field, value: string, { lang, label }: PhraseContext): string {
  const field = item ?? list;
  const known = label?.(field, value);
  if (known !== undefined) return known;
  if (isDay(field)) return value;
  const about = buildKindContext(entity, field, lang);
  if (listFixedValues(entity, field)) return field.kind.text(value, about) || value;
  const parsed = field.kind.parse(value, about);
  return (parsed.ok && field.kind.text(parsed.value, about)) || value;
}
