/**
 * Proves that the money lines of a lifecycle add up. Each line takes from one account what it gives to another, so every entry sums to
 * zero per currency by its form; what remains to be shown is that nothing stays held: whatever way leads to a state, the same amount is on
 * hold there, and in a final state it is nothing.
 */
import { positionKey, stepFrom, type EntityDraft, type Json, type Position } from "../../engine/compiler.ts";
import type { LifecyclePlan, TransitionPlan } from "../../engine/index.ts";
import type { MoneyLine } from "../plans.ts";
import { effectWords } from "./finding-words.ts";

/** Accounts that money only passes through. */
const HOLDS = new Set(["hold", "cardhold"]);

/** What is held: the coefficient of each term, by account, currency and the term's text. */
type Held = ReadonlyMap<string, number>;
const nothing: Held = new Map();

/** Walks all ways through the lifecycle; reports findings at the `money` (or the name) of the transition. */
export function proveMoney(plan: LifecyclePlan, words: readonly Json[], draft: EntityDraft): void {
  const events = plan.transitions.map(({ on }) => on);
  plan.transitions.forEach(({ money }, index) => {
    const other = money && ("reverse" in money ? money.reverse : "again" in money ? money.again : undefined);
    if (other !== undefined && !events.includes(other))
      draft.unknown(words[index]!.get("money")!.place(), "event", other, events);
  });
  if (draft.findings.length === 0) walk(plan, words, draft);
}

function walk(plan: LifecyclePlan, words: readonly Json[], draft: EntityDraft): void {
  const final = new Set(plan.states.filter((one) => one.final).map((one) => one.name));
  const heldAt = new Map<string, Held>();
  /** Position, what is held there, and the transition that changed it last: what remains held is that one's doing. */
  const open: [Position | undefined, Held, last: number | undefined][] = [[undefined, nothing, undefined]];
  while (open.length > 0) {
    const [at, held, last] = open.pop()!;
    plan.transitions.forEach((transition, index) => {
      const next = stepFrom(transition, at);
      if (!next) return;
      const after = apply(transition, held, plan);
      const changed = inWords(after) === inWords(held) ? (last ?? index) : index;
      const word = words[changed]!;
      const place = (word.get("money") ?? word.get("on")!).place();
      const by = changed === index ? undefined : plan.transitions[changed]!.on;
      if (final.has(transition.to) && after.size > 0) {
        draft.report(place, "money-held", effectWords.moneyHeld(transition.on, inWords(after), by));
        return;
      }
      const before = heldAt.get(positionKey(next));
      if (!before) {
        heldAt.set(positionKey(next), after);
        open.push([next, after, changed]);
      } else if (inWords(before) !== inWords(after)) {
        draft.report(
          place,
          "money-differs",
          effectWords.moneyDiffers(transition.to, inWords(after), transition.on, inWords(before), by),
        );
      }
    });
  }
}

function apply({ money }: TransitionPlan, held: Held, plan: LifecyclePlan): Held {
  if (!money) return held;
  if ("release" in money) return nothing;
  if ("lines" in money) return add(held, money.lines, 1);
  if ("again" in money) {
    const first = plan.transitions.find((one) => one.on === money.again)?.money;
    return first && "lines" in first ? add(nothing, first.lines, 1) : nothing;
  }
  const undone = plan.transitions.find((one) => one.on === money.reverse)?.money;
  return undone && "lines" in undone ? add(held, undone.lines, -1) : held;
}

function add(held: Held, lines: readonly MoneyLine[], sign: number): Held {
  const sum = new Map(held);
  for (const line of lines) {
    const currency = "code" in line.currency ? line.currency.code : line.currency.expression.source;
    for (const [account, way] of [
      [line.to, sign],
      [line.from, -sign],
    ] as const) {
      if (!HOLDS.has(account)) continue;
      for (const [term, factor] of terms(line.amount.source)) {
        const key = `${term} ${currency}${account === "hold" ? "" : ` (${account})`}`;
        const total = (sum.get(key) ?? 0) + way * factor;
        if (total === 0) sum.delete(key);
        else sum.set(key, total);
      }
    }
  }
  return sum;
}

/** `self.amount + self.fee - 2` as its signed terms: split at the `+` and `-` outside parentheses and strings. */
export function terms(source: string): [term: string, factor: number][] {
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

const inWords = (held: Held) =>
  held.size === 0
    ? "nothing"
    : [...held]
        .map(([term, factor]) => (factor === 1 ? term : `${factor} × ${term}`))
        .sort()
        .join(" + ");
