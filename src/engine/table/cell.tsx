/** One value as a list, card or detail shows it. */
import type { ReactNode } from "react";
import type { Entity, Field, Lang, Row, Tone } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { kindContext } from "../query/parse.ts";
import type { Labels } from "./list-state.tsx";

interface CellProps {
  entity: Entity;
  field: Field;
  row: Row;
  labels: Labels;
}

/** Status as dot and word, money with its code, everything else as its kind says it. Absent: a dash that readers skip. */
export function Value({ entity, field, row, labels }: CellProps) {
  const { lang } = usePorts();
  return valueOf(entity, field, row, labels, lang);
}

/** The same as a plain function: a list of a hundred rows calls it a thousand times. */
export function valueOf(entity: Entity, field: Field, row: Row, labels: Labels, lang: Lang, text = wordsOf(entity, field, row, labels, lang)): ReactNode {
  if (text === "") return <span className="pt-none" aria-hidden>—</span>;
  const tone = toneOf(entity, field, row[field.name]);
  if (tone) {
    return (
      <span className="status" data-tone={tone}>
        {text}
      </span>
    );
  }
  const currency = currencyOf(field, row);
  if (currency) {
    const sign = text.startsWith("−") || text.startsWith("-") ? "-" : /^[0.,]+$/.test(text) ? "0" : undefined;
    return (
      <span className="money" data-sign={sign}>
        {text}
        <span className="iso">{currency}</span>
      </span>
    );
  }
  return text;
}

/** The words of a value: a label that another record gave, else the kind's text. */
export function wordsOf(entity: Entity, field: Field, row: Row, labels: Labels, lang: Lang): string {
  const value = row[field.name];
  if (value === undefined || value === null || value === "") return "";
  return labels[field.name]?.[String(value)] ?? field.kind.text(value, { ...kindContext(entity, field, lang), record: row });
}

/** The ISO code beside an amount. */
export const currencyOf = (field: Field, row: Row): string | undefined =>
  field.currency && ("code" in field.currency ? field.currency.code : String(row[field.currency.field] ?? ""));

/** The colour role of a state or an option; undefined where the field has none. */
export function toneOf(entity: Entity, field: Field, value: unknown): Tone | undefined {
  if (entity.lifecycle?.field === field.name) return entity.lifecycle.states.find((state) => state.name === value)?.tone ?? "neutral";
  return field.options && "values" in field.options ? field.options.values.find((option) => option.value === value)?.tone : undefined;
}
