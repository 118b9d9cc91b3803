/** One value as a list, card or detail shows it. */
import type { ReactNode } from "react";
import type { Entity, Field, Lang, Row, Tone } from "../model/entity.ts";
import { currencyOf, kindContext, saidBy } from "../entity/values.ts";
import { usePorts } from "../react/ports-context.tsx";
import { copies, textRoom } from "./columns.ts";
import { Countdown } from "./Countdown.tsx";
import { figures, useHidden } from "./hidden.tsx";
import type { Labels } from "../model/wire.ts";

interface CellProps {
  entity: Entity;
  field: Field;
  row: Row;
  labels: Labels;
}

/** Status as dot and word, money with its code, everything else as its kind says it. Absent: a dash that readers skip. */
export function Value({ entity, field, row, labels }: CellProps) {
  const { lang } = usePorts();
  return valueOf(entity, field, row, labels, lang, useHidden());
}

/** The same as a plain function; `hidden`: what stands for its figures. */
export function valueOf(
  entity: Entity,
  field: Field,
  row: Row,
  labels: Labels,
  lang: Lang,
  hidden: string | undefined,
): ReactNode {
  const text = wordsOf(entity, field, row, labels, lang);
  if (text === "")
    return (
      <span className="pt-none" aria-hidden>
        —
      </span>
    );
  const currency = currencyOf(field, row);
  if (!currency) return shownValue({ field, tone: toneFor(entity, field) }, row, text);
  return (
    <span className="money" data-sign={hidden === undefined ? signOf(text) : undefined}>
      {figures(text, hidden)}
      <span className="iso">{currency}</span>
    </span>
  );
}

/** A field as a list shows it: what is the same in all rows is worked out once. */
export interface Column {
  field: Field;
  words(row: Row, labels: Labels): string;
  tone?(value: unknown): Tone | undefined;
  /** Pixels for its text at least. */
  room: number;
  /** What stands for its figures: they are hidden. */
  hidden?: string;
  /** Its values are carried elsewhere. */
  copies: boolean;
}
export function listColumn(entity: Entity, field: Field, lang: Lang, hidden?: string, decimals?: number): Column {
  const { minorUnits, text } = kindContext(entity, field, lang);
  const { name, kind } = field;
  return {
    field,
    words(row, labels) {
      const value = saidBy(field, row);
      if (value === undefined || value === null || value === "") return "";
      return (
        labels[name]?.[String(value)] ?? kind.text(value, { field, record: row, lang, minorUnits, text, decimals })
      );
    },
    tone: toneFor(entity, field),
    room: textRoom(field),
    hidden,
    copies: copies(field),
  };
}

/** What is there but no amount: a countdown, a state as dot and word, plain words. */
export function shownValue({ field, tone }: Pick<Column, "field" | "tone">, row: Row, text: string): ReactNode {
  if (field.countdown) return <Countdown until={Date.parse(String(row[field.name]))} text={text} />;
  const role = tone?.(row[field.name]);
  return role ? (
    <span className="status" data-tone={role}>
      {text}
    </span>
  ) : (
    text
  );
}

/** How an amount's words are coloured: `-` under zero, `0` for nothing. */
export const signOf = (text: string): "-" | "0" | undefined =>
  text.startsWith("−") || text.startsWith("-") ? "-" : /^[0.,]+$/.test(text) ? "0" : undefined;

/** The words of a value: a label that another record gave, else the kind's text. */
export const wordsOf = (entity: Entity, field: Field, row: Row, labels: Labels, lang: Lang): string =>
  listColumn(entity, field, lang).words(row, labels);

/** The colour roles of a state or an option by value; undefined where the field has none. */
function toneFor(entity: Entity, { name, options }: Field): Column["tone"] {
  if (entity.lifecycle?.field === name) {
    const tones = new Map(entity.lifecycle.states.map((state) => [state.name as unknown, state.tone]));
    return (value) => tones.get(value) ?? "neutral";
  }
  if (!options || !("values" in options)) return undefined;
  const tones = new Map(options.values.map((option) => [option.value as unknown, option.tone]));
  return (value) => tones.get(value);
}
