/**
 * Proves that the money movements of a lifecycle balance. Each line moves an amount between two accounts, so every
 * posting sums to zero per currency by construction. What remains to prove is that a state holds the same amount on
 * every path that leads to it, and that final states hold nothing.
 */
import { formatPosition, applyStep, type EntityDraft, type Json, type Position } from "@portolan/engine/compiler";
import type { LifecyclePlan, TransitionPlan } from "@portolan/engine";
import type { MoneyLine } from "../plans.ts";
import { effectMessages } from "./finding-messages.ts";

/** Accounts that hold money for pending orders. */
const HOLDS = new Set(["hold", "cardhold"]);

/** Held amounts: the coefficient of each term, keyed by the term's text, currency and account. */
type Holdings = ReadonlyMap<string, number>;
const nothing: Holdings = new Map();

/** Follows every path through the lifecycle. Findings are reported at the `money` of a transition, or at its name. */
export function proveMoney(plan: LifecyclePlan, nodes: readonly Json[], draft: EntityDraft): void {
  const events = plan.transitions.map(({ on }) => on);
  for (const [index, keyword] of nodes.entries()) {
    const money = plan.transitions[index]?.money;
    const other = money && ("reverse" in money ? money.reverse : "again" in money ? money.again : undefined);
    if (other !== undefined && !events.includes(other))
      draft.reportUnknown(keyword.member("money").location(), "event", other, events);
  }
  if (draft.findings.length === 0) followPaths(plan, nodes, draft);
}

/** A transition together with its JSON node in the schema file. */
interface Move {
  transition: TransitionPlan;
  keyword: Json;
}

function followPaths(plan: LifecyclePlan, nodes: readonly Json[], draft: EntityDraft): void {
  const moves = plan.transitions.flatMap((transition, index): Move[] => {
    const keyword = nodes[index];
    return keyword ? [{ transition, keyword }] : [];
  });
  const final = new Set(plan.states.filter((state) => state.final).map((state) => state.name));
  const heldAt = new Map<string, Holdings>();
  /**
   * Paths to explore: the position, the amounts held there, and the last transition that changed them, where a finding
   * is reported.
   */
  const open: [Position | undefined, Holdings, last: Move | undefined][] = [[undefined, nothing, undefined]];
  for (let path = open.pop(); path; path = open.pop()) {
    const [position, held, last] = path;
    for (const move of moves) {
      const { transition } = move;
      const next = applyStep(transition, position);
      if (!next) continue;
      const after = apply(transition, held, plan);
      const changed = describeHeld(after) === describeHeld(held) ? (last ?? move) : move;
      const location = (changed.keyword.get("money") ?? changed.keyword.member("on")).location();
      const by = changed === move ? undefined : changed.transition.on;
      if (final.has(transition.to) && after.size > 0) {
        draft.report(location, "money-held", effectMessages.moneyHeld(transition.on, describeHeld(after), by));
        continue;
      }
      const before = heldAt.get(formatPosition(next));
      if (!before) {
        heldAt.set(formatPosition(next), after);
        open.push([next, after, changed]);
      } else if (describeHeld(before) !== describeHeld(after)) {
        draft.report(
          location,
          "money-differs",
          effectMessages.moneyDiffers({
            state: transition.to,
            held: describeHeld(after),
            event: transition.on,
            other: describeHeld(before),
            by,
          }),
        );
      }
    }
  }
}

function apply({ money }: TransitionPlan, held: Holdings, plan: LifecyclePlan): Holdings {
  if (!money) return held;
  if ("release" in money) return nothing;
  if ("lines" in money) return add(held, money.lines, 1);
  if ("again" in money) {
    const first = plan.transitions.find((transition) => transition.on === money.again)?.money;
    return first && "lines" in first ? add(nothing, first.lines, 1) : nothing;
  }
  const undone = plan.transitions.find((transition) => transition.on === money.reverse)?.money;
  return undone && "lines" in undone ? add(held, undone.lines, -1) : held;
}

function add(held: Holdings, lines: readonly MoneyLine[], sign: number): Holdings {
  const sum = new Map(held);
  for (const line of lines) {
    const currency = "code" in line.currency ? line.currency.code : line.currency.expression.source;
    for (const [account, direction] of [
      [line.to, sign],
      [line.from, -sign],
    ] as const) {
      if (!HOLDS.has(account)) continue;
      for (const [term, factor] of parseTerms(line.amount.source)) {
        const key = `${term} ${currency}${account === "hold" ? "" : ` (${account})`}`;
        const total = (sum.get(key) ?? 0) + direction * factor;
        if (total === 0) sum.delete(key);
        else sum.set(key, total);
      }
    }
  }
  return sum;
}

/** Splits `self.amount + self.fee - 2` into signed terms, at each `+` and `-` outside of parentheses and strings. */
export function parseTerms(source: string): [term: string, factor: number][] {
  const result: [string, number][] = [];
  let [depth, quote, factor, term] = [0, "", 1, ""];
  const close = () => {
    const text = term.trim().replaceAll(/\s+/g, " ");
    if (text !== "") result.push([text, factor]);
    term = "";
  };
  for (const char of source) {
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ("([".includes(char)) depth += 1;
    else if (")]".includes(char)) depth -= 1;
    else if (
      depth === 0 &&
      "+-".includes(char) &&
      (char === "+" || term.trim() !== "" || result.length === 0) &&
      !/[*/%]\s*$/.test(term)
    ) {
      close();
      factor = char === "-" ? -1 : 1;
      continue;
    }
    term += char;
  }
  close();
  return result;
}

const describeHeld = (held: Holdings) =>
  held.size === 0
    ? "nothing"
    : [...held]
        .map(([term, factor]) => (factor === 1 ? term : `${factor} × ${term}`))
        .sort()
        .join(" + ");
