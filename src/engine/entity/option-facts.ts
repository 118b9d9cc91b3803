/** Determines from the facts in `x-options` which options can be chosen. */
import { Decimal, formatGrouped } from "../base/decimal.ts";
import { evaluate } from "../rules/evaluate.ts";
import { isObject } from "../rules/operators.ts";
import type { Scope } from "../model/expression.ts";
import { getTextName } from "./labels.ts";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { buildFactScope, readOption, readRows } from "./facts.ts";
import { findOptionFacts } from "./options-call.ts";
import { interpolate } from "../base/interpolate.ts";

/** State of an option according to the facts. */
export interface OptionState {
  value: string;
  /** Note below an enabled option, from `under`. */
  under?: string;
  /** Localised reason why the option is disabled. Undefined for an enabled option. */
  closed?: string;
}

interface OptionReader {
  contexts: Scope;
  lang: Lang;
}

/**
 * Returns the states of options: the enabled ones in the order of `sort`, then the disabled ones. Ties keep the given
 * order. Undefined until the facts are loaded, and for fields without facts. An option without facts is enabled, since
 * the server checks it.
 * @example
 * const states = evaluateOptions(entity, entity.field("amount"), ["USD"], { contexts: {}, lang: "en" });
 */
export function evaluateOptions(
  entity: Entity,
  field: Field,
  values: readonly string[],
  { contexts, lang }: OptionReader,
): OptionState[] | undefined {
  const plan = findOptionFacts(field);
  const rows = plan && readRows(plan.context, contexts);
  if (!plan || !rows) return undefined;
  const known = buildFactScope(entity, contexts);
  const text = (part: string, row: Row) =>
    interpolate(
      entity.text(`field.${getTextName(field)}.${part}`, lang),
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, formatGrouped(value)])),
    );
  const judged = values.map((value): { state: OptionState; option?: Row } => {
    const row = Object.hasOwn(rows, value) ? rows[value] : undefined;
    const option = readOption(entity, plan.context, contexts, value);
    if (!isObject(row) || !option) return { state: { value } };
    const shut = plan.closed.find(({ when }) => evaluate(when, { ...known, option }) === true);
    if (shut) return { state: { value, closed: text(`closed.${shut.index}`, row) }, option };
    return { state: plan.under ? { value, under: text("under", row) } : { value }, option };
  });
  const before = (a: (typeof judged)[number], b: (typeof judged)[number]) => {
    if ((a.state.closed === undefined) !== (b.state.closed === undefined)) return a.state.closed === undefined ? -1 : 1;
    for (const term of a.state.closed === undefined ? plan.sort : []) {
      const name = term.replace(/^-/, "");
      const order = compare(a.option?.[name], b.option?.[name]) * (term.startsWith("-") ? -1 : 1);
      if (order !== 0) return order;
    }
    return 0;
  };
  return judged.toSorted(before).map(({ state }) => state);
}

/**
 * Of the options with known facts, returns the enabled ones and the reasons why the others are disabled, most frequent
 * first. Undefined when no facts are known.
 */
export function openOptions(
  entity: Entity,
  field: Field,
  contexts: Scope,
  lang: Lang,
): { open: string[]; reasons: string[] } | undefined {
  const plan = findOptionFacts(field);
  const rows = plan && readRows(plan.context, contexts);
  const judged = rows && evaluateOptions(entity, field, Object.keys(rows), { contexts, lang });
  if (!judged || judged.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { closed } of judged) if (closed !== undefined) counts.set(closed, (counts.get(closed) ?? 0) + 1);
  return {
    open: judged.filter(({ closed }) => closed === undefined).map(({ value }) => value),
    reasons: [...counts].sort((a, b) => b[1] - a[1]).map(([reason]) => reason),
  };
}

/** Compares two facts. Unknown facts come first. */
function compare(a: unknown, b: unknown): number {
  if (a instanceof Decimal && b instanceof Decimal) return a.cmp(b);
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
