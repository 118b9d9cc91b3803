/** Renders read-only values of a record in lists, cards and details. */
import { type ReactNode, useEffect, useState } from "react";
import type { Entity, Field, Lang, Row, Tone } from "../model/entity.ts";
import { findCurrency, buildKindContext, readValue } from "../entity/values.ts";
import { usePorts } from "../react/ports-context.tsx";
import { isCopyable } from "./columns.ts";
import { cellRenderers } from "./cell-renderers.tsx";
import { renderFigures, useAmountsHidden } from "./amount-privacy.tsx";
import type { Labels } from "../model/wire.ts";

export interface CellProps {
  entity: Entity;
  field: Field;
  row: Row;
  labels: Labels;
  /** Whether instants are shown without seconds. */
  toMinute?: boolean;
}

/**
 * Renders a value: an amount with its currency code, or any other value as `renderFormattedValue` does. Empty values
 * are rendered as a dash that screen readers skip.
 * @example
 * <Value entity={entity} field={field} row={row} labels={labels} />;
 */
export function Value(props: CellProps) {
  const { lang } = usePorts();
  return renderValue(props, lang, useAmountsHidden());
}

/**
 * Renders the value without using hooks, so that lists can call it per cell. `hidden` is the text that replaces an
 * amount for screen readers; undefined shows the amount.
 */
export function renderValue(cell: CellProps, lang: Lang, hidden: string | undefined): ReactNode {
  const { entity, field, row } = cell;
  const text = formatCell(cell, lang);
  if (text === "")
    return (
      <span className="pt-none" aria-hidden>
        —
      </span>
    );
  const currency = findCurrency(field, row);
  if (!currency) return renderFormattedValue({ field, tone: findTone(entity, field) }, row, text, true);
  return (
    <span className="money" data-sign={hidden === undefined ? findZero(text) : undefined}>
      {renderFigures(text, hidden)}
      <span className="iso">{currency}</span>
    </span>
  );
}

/** A field prepared for a list, with everything that is the same for all rows computed once. */
export interface Column {
  field: Field;
  formatText(row: Row, labels: Labels): string;
  /** Returns the tone of a value, or undefined when it has none. Not set for fields without tones. */
  tone: ((value: unknown) => Tone | undefined) | undefined;
  /** Text that replaces amounts for screen readers. Undefined while amounts are visible. */
  hidden: string | undefined;
  /** Whether the cell has a copy button. */
  copies: boolean;
}
export function listColumn(
  entity: Entity,
  field: Field,
  lang: Lang,
  {
    hidden,
    decimals,
    toMinute,
  }: { hidden?: string | undefined; decimals?: number | undefined; toMinute?: boolean } = {},
): Column {
  const context = { ...buildKindContext(entity, field, lang), toMinute };
  const { name, kind } = field;
  return {
    field,
    formatText(row, labels) {
      const value = readValue(field, row);
      if (value === undefined || value === null || value === "") return "";
      const text = labels[name]?.[String(value)] ?? kind.text(value, { ...context, record: row, decimals });
      return field.unit ? `${text}\u00a0${entity.unit(value, lang, field)}` : text;
    },
    tone: findTone(entity, field),
    hidden,
    copies: isCopyable(field),
  };
}

/**
 * Renders a value other than an amount: as a countdown, with the cell renderer of its kind, as a status with its tone,
 * or as text.
 */
export function renderFormattedValue(
  { field, tone }: Pick<Column, "field" | "tone">,
  row: Row,
  text: string,
  whole = false,
): ReactNode {
  if (field.countdown) return <Countdown until={Date.parse(String(row[field.name]))} text={text} />;
  const Renderer = cellRenderers.get(field.kind.name);
  if (Renderer) return <Renderer field={field} value={row[field.name]} text={text} whole={whole} />;
  const role = tone?.(row[field.name]);
  return role ? (
    <span className="status" data-tone={role}>
      {text}
    </span>
  ) : (
    text
  );
}

/** Returns `0` for the text of a zero amount, which is dimmed, or undefined for any other amount. */
export const findZero = (text: string): "0" | undefined => (/^[0.,]+$/.test(text) ? "0" : undefined);

/**
 * Returns the text of a value: the loaded label of a referenced record, otherwise the kind's text, followed by the
 * field's unit. Returns an empty string for an absent value.
 */
export const formatCell = ({ entity, field, row, labels, toMinute = false }: CellProps, lang: Lang): string =>
  listColumn(entity, field, lang, { toMinute }).formatText(row, labels);

/** Returns a lookup of tones by value for a status or option field, or undefined for any other field. */
function findTone(entity: Entity, { name, options }: Field): Column["tone"] {
  if (entity.lifecycle?.field === name) {
    const tones = new Map<unknown, Tone>(entity.lifecycle.states.map((state) => [state.name, state.tone]));
    return (value) => tones.get(value) ?? "neutral";
  }
  if (!options || !("values" in options)) return undefined;
  const tones = new Map<unknown, Tone | undefined>(options.values.map((option) => [option.value, option.tone]));
  return (value) => tones.get(value);
}

/**
 * Countdown to an instant (epoch ms), updated every second. Screen readers get `text` instead, the formatted instant.
 */
export function Countdown({ until, text }: { until: number; text: string }) {
  const { now, t } = usePorts();
  const [left, setLeft] = useState(() => until - now());
  const over = left <= 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setLeft(until - now()), 1_000);
    return () => clearInterval(timer);
  }, [over, until, now]);
  const seconds = Math.ceil(left / 1_000);
  return (
    <span className="pt-countdown" data-over={over || undefined} title={text}>
      <span aria-hidden>{over ? t("table.over") : t("table.left", { time: formatClock(seconds) })}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Formats seconds as `4:32` or `1:04:32`. */
function formatClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
