/** Read-only values of a record, for lists, cards and details. */
import type { ReactNode } from "react";
import type { Entity, Field, Lang, Row, Tone } from "../model/entity.ts";
import { findCurrency, buildKindContext, readValue } from "../entity/values.ts";
import { usePorts } from "../react/ports-context.tsx";
import { isCopyable } from "./columns.ts";
import { Countdown } from "./Countdown.tsx";
import { drawings } from "./drawings.tsx";
import { drawFigures, useAmountsHidden } from "./amount-privacy.tsx";
import type { Labels } from "../model/wire.ts";

export interface CellProps {
  entity: Entity;
  field: Field;
  row: Row;
  labels: Labels;
}

/**
 * Renders one value: status with its tone, amount with its currency code, otherwise the kind's text. Empty: a dash
 * hidden from screen readers.
 * @example
 * <Value entity={entity} field={field} row={row} labels={labels} />;
 */
export function Value(props: CellProps) {
  const { lang } = usePorts();
  return drawValue(props, lang, useAmountsHidden());
}

/**
 * Renders the value without hooks. `hidden`: text that screen readers get in place of an amount; undefined shows the
 * amount.
 */
export function drawValue(cell: CellProps, lang: Lang, hidden: string | undefined): ReactNode {
  const { entity, field, row } = cell;
  const text = formatWords(cell, lang);
  if (text === "")
    return (
      <span className="pt-none" aria-hidden>
        —
      </span>
    );
  const currency = findCurrency(field, row);
  if (!currency) return drawShownValue({ field, tone: findTone(entity, field) }, row, text, true);
  return (
    <span className="money" data-sign={hidden === undefined ? findSign(text) : undefined}>
      {drawFigures(text, hidden)}
      <span className="iso">{currency}</span>
    </span>
  );
}

/** A field prepared for a list: everything that is equal for all rows is computed once. */
export interface Column {
  field: Field;
  words(row: Row, labels: Labels): string;
  /** Returns the tone of a value; undefined for fields without tones. */
  tone: ((value: unknown) => Tone | undefined) | undefined;
  /** Text for screen readers in place of amounts; set while amounts are hidden. */
  hidden: string | undefined;
  /** True when the cell offers a copy button. */
  copies: boolean;
}
export function listColumn(
  entity: Entity,
  field: Field,
  lang: Lang,
  { hidden, decimals }: { hidden?: string | undefined; decimals?: number | undefined } = {},
): Column {
  const context = buildKindContext(entity, field, lang);
  const { name, kind } = field;
  return {
    field,
    words(row, labels) {
      const value = readValue(field, row);
      if (value === undefined || value === null || value === "") return "";
      return labels[name]?.[String(value)] ?? kind.text(value, { ...context, record: row, decimals });
    },
    tone: findTone(entity, field),
    hidden,
    copies: isCopyable(field),
  };
}

/** Renders a non-monetary value: countdown, status with its tone, the kind's own drawing, or text. */
export function drawShownValue(
  { field, tone }: Pick<Column, "field" | "tone">,
  row: Row,
  text: string,
  whole = false,
): ReactNode {
  if (field.countdown) return <Countdown until={Date.parse(String(row[field.name]))} text={text} />;
  const Drawing = drawings.get(field.kind.name);
  if (Drawing) return <Drawing field={field} value={row[field.name]} text={text} whole={whole} />;
  const role = tone?.(row[field.name]);
  return role ? (
    <span className="status" data-tone={role}>
      {text}
    </span>
  ) : (
    text
  );
}

/** Returns the sign that colours an amount: `-` below zero, `0` for zero, undefined above. */
export const findSign = (text: string): "-" | "0" | undefined =>
  text.startsWith("−") || text.startsWith("-") ? "-" : /^[0.,]+$/.test(text) ? "0" : undefined;

/** Returns the text of a value: the label loaded from another record, otherwise the kind's text. */
export const formatWords = ({ entity, field, row, labels }: CellProps, lang: Lang): string =>
  listColumn(entity, field, lang).words(row, labels);

/** Returns a lookup from value to tone for a status or option field; undefined for other fields. */
function findTone(entity: Entity, { name, options }: Field): Column["tone"] {
  if (entity.lifecycle?.field === name) {
    const tones = new Map<unknown, Tone>(entity.lifecycle.states.map((state) => [state.name, state.tone]));
    return (value) => tones.get(value) ?? "neutral";
  }
  if (!options || !("values" in options)) return undefined;
  const tones = new Map<unknown, Tone | undefined>(options.values.map((option) => [option.value, option.tone]));
  return (value) => tones.get(value);
}
