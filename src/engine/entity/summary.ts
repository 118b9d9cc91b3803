import { computeRecord } from "./conditions.ts";
import { Decimal } from "../base/decimal.ts";
import { formatAmount } from "../base/amount-format.ts";
import type { Entity, Lang, Row, SummaryLine } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import { evaluate } from "../rules/evaluate.ts";
import { buildRecordScope } from "../rules/scope.ts";
import { buildFactScope, readOption } from "./facts.ts";
import { buildSelfScope } from "./self-scope.ts";
import { findCurrency, buildKindContext, present } from "./values.ts";

/** A formatted line: its figure as text, with the ISO code if it is an amount, and the sentence below it (`says`). */
export interface SummaryFigure {
  id: string;
  label: string;
  text: string;
  currency?: string | undefined;
  sentence?: string | undefined;
  strong?: true;
  /** Set for an amount below zero. */
  negative?: true;
}
/**
 * Current content of a summary, of the record or of a row. `short` states the missing amount and links to pages where
 * the user can obtain it.
 */
export interface Summary {
  currency: string | undefined;
  lead?: SummaryFigure | undefined;
  lines: SummaryFigure[];
  short?: { text: string; links: { label: string; to: string }[] } | undefined;
}

/**
 * Returns the figures of the entity's `x-summary`, computed from the values and facts known so far: of the record, or of
 * each row that has a currency. Empty without a summary or rows. `record` may be incomplete.
 */
export function summarize(entity: Entity, record: Row, contexts: Scope | undefined, lang: Lang): Summary[] {
  const plan = entity.summary;
  if (!plan) return [];
  const known = buildFactScope(entity, contexts);
  const row = { ...record, ...computeRecord(entity, record, contexts) };
  const whole = { ...known, self: buildSelfScope(entity, record, known) };
  const scopes = plan.each ? listRowScopes(entity, plan.each.list, row, whole) : [whole];
  return scopes.flatMap((part) => {
    const code = evaluate(plan.currency, part);
    const currency = typeof code === "string" ? code : undefined;
    if (plan.each && currency === undefined) return [];
    const option = plan.each && readOption(entity, plan.each.facts, contexts, currency);
    const context: Context = { entity, lang, scope: { ...part, ...(option && { option }) }, row, currency };
    return {
      currency,
      lead: formatFigure(plan.lead, context),
      lines: plan.lines.flatMap((line) => formatFigure(line, context) ?? []),
      short: summarizeShort(context),
    };
  });
}

/** Returns the scope of each row of the list, as `row`. */
function listRowScopes(entity: Entity, list: string, row: Row, scope: Scope): Scope[] {
  const rows: unknown = row[list];
  const { items = [] } = entity.field(list);
  return Array.isArray(rows) ? rows.map((item: Row) => ({ ...scope, row: buildRecordScope(items, item) })) : [];
}

interface Context {
  entity: Entity;
  lang: Lang;
  scope: Scope;
  /** The record including its computed values. */
  row: Row;
  /** Currency of amounts that belong to no field. */
  currency: string | undefined;
}

/** Formats a line. Returns undefined while its value is unknown or its condition does not hold. */
function formatFigure(line: SummaryLine, context: Context): SummaryFigure | undefined {
  const { entity, lang, scope } = context;
  const { id, field, value, when, strong } = line;
  if (when && evaluate(when, scope) !== true) return undefined;
  const sentence = formatSays(line, context);
  const isSentence = field === undefined && !value;
  const figure = isSentence ? sentence !== undefined && { text: sentence } : formatLine(line, context);
  if (!figure) return undefined;
  const key = `summary.${id}`;
  const own = entity.text(key, lang);
  return {
    id,
    label: own === key && field !== undefined ? entity.label(field, lang) : own,
    ...figure,
    sentence: isSentence ? undefined : sentence,
    ...(strong && { strong }),
  };
}
type Figure = Pick<SummaryFigure, "text" | "currency" | "negative">;

const formatLine = ({ field, value }: SummaryLine, context: Context): Figure | undefined =>
  field === undefined ? value && formatComputed(evaluate(value, context.scope), context) : formatField(field, context);

function formatField(name: string, { entity, row, lang }: Context): Figure | undefined {
  const field = entity.field(name);
  const value = row[name];
  if (!present(value)) return undefined;
  const text = field.kind.text(value, buildKindContext(entity, field, lang, row));
  return { text, currency: findCurrency(field, row) };
}

/** Formats an amount, or returns undefined for any other value. */
function formatComputed(value: unknown, { entity, currency }: Context): Figure | undefined {
  if (!(value instanceof Decimal)) return undefined;
  const text = formatAmount(value, currency, entity.minorUnits);
  return text.startsWith("−") ? { text, currency, negative: true } : { text, currency };
}

/**
 * Formats the sentence below a line. Returns undefined for a line without a sentence, and while one of its values is
 * unknown.
 */
function formatSays({ id, says }: SummaryLine, context: Context): string | undefined {
  if (!says) return undefined;
  const values = new Map<string, string>();
  for (const { name, expression, percent } of says) {
    const value = expression && evaluate(expression, context.scope);
    const text = percent
      ? value instanceof Decimal && value.mul(100n).trim().toString()
      : expression
        ? formatFact(value, context)
        : formatField(name, context)?.text;
    if (typeof text !== "string") return undefined;
    values.set(name, text);
  }
  const text = context.entity.text(`summary.${id}.says`, context.lang);
  return text.replace(/\{([\w.]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/**
 * Formats a fact for a sentence: an amount, a string, or a list of strings joined with "or". Returns undefined for an
 * empty or unknown fact.
 */
function formatFact(value: unknown, context: Context): string | undefined {
  if (typeof value === "string") return value || undefined;
  if (Array.isArray(value))
    return value.length > 0 ? new Intl.ListFormat(context.lang, { type: "disjunction" }).format(value) : undefined;
  return formatComputed(value, context)?.text;
}

function summarizeShort(context: Context): Summary["short"] {
  const { entity, lang, scope, currency } = context;
  const plan = entity.summary?.short;
  const by = plan && evaluate(plan.by, scope);
  if (!plan || !(by instanceof Decimal) || by.cmp(Decimal.of("0")) <= 0) return undefined;
  const params = { short: by.toString(), currency: currency ?? "" };
  const fill = (text: string, values: Readonly<Record<string, string>>) =>
    text.replace(/\{(short|currency)\}/g, (_whole, name: string) => values[name] ?? "");
  const missing = [formatComputed(by, context)?.text, currency].filter(Boolean).join("\u00a0");
  return {
    text: fill(entity.text("summary.short", lang), { ...params, short: missing }),
    links: plan.links.map(({ name, to }) => ({ label: entity.text(`summary.${name}`, lang), to: fill(to, params) })),
  };
}
