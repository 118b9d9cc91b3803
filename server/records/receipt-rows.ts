/** Reads the records that a receipt lists below its own values, in both languages. */
import {
  createEmptyQuery,
  buildKindContext,
  Labeller,
  parseQuery,
  readValue,
  type Entity,
  type Field,
  type Filter,
  type Lang,
  type LocalizedText,
  type Query,
  type ReceiptPlan,
  type Row,
} from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { assertPresent } from "../core/required.ts";
import { createRecordReader } from "./labels.ts";
import { present } from "./present.ts";
import { countRows, readBatches } from "./record-sources.ts";
import type { RecordServices } from "./services.ts";

const MAX_ROWS = 5_000;

/**
 * A table in both languages. `share`: width relative to the other columns. `end`: whether the column contains figures
 * and is right-aligned.
 */
export interface ReceiptRows {
  columns: { label: LocalizedText; share: number; end: boolean }[];
  rows: LocalizedText[][];
}

/**
 * Reads the rows of `x-receipt.rows`, oldest first. Returns undefined if the entity's receipt has no such rows.
 *
 * @throws Failure `exportTooMany` for more than `MAX_ROWS` rows
 */
export async function readReceiptRows(
  services: RecordServices,
  entity: Entity,
  data: Row,
  actor: Actor,
): Promise<ReceiptRows | undefined> {
  const plan = entity.receipt?.rows;
  if (!plan) return undefined;
  const other = assertPresent(services.schemas.entities.get(plan.entity), "the entity of the rows");
  const fields = plan.columns.map((name) => other.field(name));
  const query: Query = {
    ...createEmptyQuery(),
    filters: buildFilters(other, plan.where, data, services.clock.now()),
    sort: other.list.sort.map((term) => (term.startsWith("-") ? term.slice(1) : term)),
  };
  const reader = { tenant: actor.tenant, lang: "zh" as const, actor };
  const total = await countRows(services, other, query, reader);
  if (total > MAX_ROWS) throw new Failure("exportTooMany", { rows: total, most: MAX_ROWS });
  const labels = {
    zh: new Labeller(fields, "zh", createRecordReader(services, reader)),
    en: new Labeller(fields, "en", createRecordReader(services, { ...reader, lang: "en" })),
  };
  const rows: LocalizedText[][] = [];
  for await (const batch of readBatches(services, other, query, reader)) {
    await Promise.all([labels.zh.learn(batch), labels.en.learn(batch)]);
    for (const row of batch) rows.push(describeRow(other, fields, present(other, row, actor, "receipt"), labels));
  }
  return {
    columns: fields.map((field, index) =>
      describeColumn(
        other,
        field,
        rows.flatMap((row) => row[index] ?? []),
      ),
    ),
    rows,
  };
}

/** Returns the filters of the rows: fields that equal those of the record or lie within its period. */
function buildFilters(
  other: Entity,
  where: NonNullable<ReceiptPlan["rows"]>["where"],
  data: Row,
  now: number,
): Query["filters"] {
  const periods = Object.entries(where).flatMap(([theirs, own]) =>
    typeof own === "string" ? [] : [[theirs, own.map((name) => String(data[name])).join("..")] as const],
  );
  const equal = Object.entries(where).flatMap(([theirs, own]) =>
    typeof own === "string"
      ? [[theirs, { style: "is", values: [String(data[own])], not: false }] satisfies [string, Filter]]
      : [],
  );
  return { ...Object.fromEntries(equal), ...parseQuery(other, Object.fromEntries(periods), { now }).filters };
}

function describeRow(
  entity: Entity,
  fields: readonly Field[],
  row: Row,
  labels: Readonly<Record<Lang, Labeller>>,
): LocalizedText[] {
  const format = (field: Field, lang: Lang): string => {
    const value = readValue(field, row);
    if (value === undefined || value === null || value === "") return "";
    return (
      labels[lang].label(field, String(value)) ?? field.kind.text(value, buildKindContext(entity, field, lang, row))
    );
  };
  return fields.map((field) => ({ zh: format(field, "zh"), en: format(field, "en") }));
}

/**
 * Column widths in ems: the maximum for texts that can be broken (between words or Chinese characters), the maximum for
 * other texts, and the gap between columns. Figures are never broken, so their width is not limited.
 */
const [WIDE, MAX_WIDE, GAP] = [11, 16, 1];
const canBreak = (texts: readonly LocalizedText[]): boolean => texts.some(({ zh }) => /[\s\u3000-\u9fff]/.test(zh));
/** Widths of characters in ems. Chinese characters have a width of 1. */
const LETTERS: readonly (readonly [pattern: RegExp, ems: number])[] = [
  [/[.,:;\s-]/, 0.32],
  [/[A-Z]/, 0.75],
  [/[!-ÿ]/, 0.58],
];
const measure = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (LETTERS.find(([pattern]) => pattern.test(letter))?.[1] ?? 1), 0);

function describeColumn(entity: Entity, field: Field, texts: readonly LocalizedText[]): ReceiptRows["columns"][number] {
  const label = { zh: entity.label(field.name, "zh"), en: entity.label(field.name, "en") };
  const widest = Math.max(...[label, ...texts].flatMap(({ zh, en }) => [measure(zh), measure(en)]));
  const end = field.kind.align === "end";
  return { label, share: (end ? widest : Math.min(canBreak(texts) ? WIDE : MAX_WIDE, widest)) + GAP, end };
}
