/** Which options of a field may be chosen now, by the facts that its `x-options` names. */
import { Decimal, groupedText } from "../base/decimal.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Scope } from "../model/expression.ts";
import { textName } from "./core.ts";
import type { Entity, Field, Lang, OptionFactsPlan } from "../model/entity.ts";
import { factScope, typed } from "./facts.ts";
import { fill } from "../base/fill.ts";

/** One option under its facts. */
export interface OptionState {
  value: string;
  /** What is said beside an open one, as `under` has it. */
  under?: string;
  /** Why it cannot be chosen, in the reader's language; absent: it can. */
  closed?: string;
}

/** The facts that limit a field's options; undefined where none do. */
export const optionFactsOf = ({ options }: Pick<Field, "options">): OptionFactsPlan | undefined =>
  options && "list" in options ? options.facts : undefined;

/**
 * Judges options: open ones first as `sort` says, then the closed ones, each in the given order where nothing else decides. Undefined while the
 * facts are not known, and for a field without any. An option that has no facts of its own stays open: the server judges it.
 */
export function judgeOptions(
  entity: Entity,
  field: Field,
  values: readonly string[],
  contexts: Scope,
  lang: Lang,
): OptionState[] | undefined {
  const plan = optionFactsOf(field);
  const rows = plan && (contexts[plan.context] as Record<string, Record<string, unknown>> | undefined);
  if (!plan || !rows) return undefined;
  const types = entity.contexts[plan.context]?.rows ?? {};
  const known = factScope(entity, contexts);
  const text = (part: string, row: Record<string, unknown>) =>
    fill(
      entity.text(`field.${textName(field)}.${part}`, lang),
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, groupedText(value)])),
    );
  const judged = values.map((value) => {
    const row = Object.hasOwn(rows, value) ? rows[value]! : undefined;
    const option =
      row &&
      Object.fromEntries(
        Object.keys(types).flatMap((name) => (row[name] === undefined ? [] : [[name, typed(row[name], types[name])]])),
      );
    const shut = option && plan.closed.find(({ when }) => evaluate(when, { ...known, option }) === true);
    const state: OptionState = {
      value,
      ...(shut
        ? { closed: text(`closed.${shut.index}`, row!) }
        : row && plan.under
          ? { under: text("under", row) }
          : {}),
    };
    return { state, option };
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

/** Of all options that facts are known of, those that may be chosen, and why the others may not, the most frequent reason first; undefined while nothing is known. */
export function openOptions(
  entity: Entity,
  field: Field,
  contexts: Scope,
  lang: Lang,
): { open: string[]; reasons: string[] } | undefined {
  const plan = optionFactsOf(field);
  const rows = plan && (contexts[plan.context] as Record<string, unknown> | undefined);
  const judged = rows && judgeOptions(entity, field, Object.keys(rows), contexts, lang);
  if (!judged || judged.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { closed } of judged) if (closed !== undefined) counts.set(closed, (counts.get(closed) ?? 0) + 1);
  return {
    open: judged.filter(({ closed }) => closed === undefined).map(({ value }) => value),
    reasons: [...counts].sort((a, b) => b[1] - a[1]).map(([reason]) => reason),
  };
}

/** What is not known comes first upwards, last downwards. */
function compare(a: unknown, b: unknown): number {
  if (a instanceof Decimal && b instanceof Decimal) return a.cmp(b);
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
