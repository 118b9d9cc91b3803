import { evaluate, type Entity, type MoneyLine, type Scope } from "../../../src/engine/index.ts";
import { releaseLines, reversalLines } from "../ledger/holds.ts";
import { digitsOf, toMinor } from "../ledger/minor.ts";
import { post, type Entry, type Line } from "../ledger/post.ts";
import type { Tx } from "../../store/database.ts";
import { together } from "../../core/settle-in-order.ts";
import { stepOf, type Happening, type LifecycleContext } from "../../lifecycle/context.ts";
import { uncount } from "./count.ts";
import { requireBooksFor, requireBooksToGoOn } from "./outgoing.ts";
import { amountOf } from "../../lifecycle/values.ts";

/** The event's ledger entry without its lines. */
export function entryOf(happening: Happening, lines: Line[], reverses?: string): Entry {
  const { m, entity, id, transition, at, reason, record } = happening;
  const own = record["remark"] ?? record["postscript"];
  const remark = reason ?? (typeof own === "string" ? own : undefined);
  return {
    m,
    kind: transition.on,
    order: { kind: entity.name, id },
    step: stepOf(happening),
    lines,
    at,
    remark,
    reverses,
  };
}

/** A transition's money lines in minor units. Throws when an amount is unknown, negative or finer than its currency. */
export function linesOf(entity: Entity, lines: readonly MoneyLine[], scope: Scope): Line[] {
  return lines.map(({ from, to, amount, currency, toMerchant }) => {
    const code = "code" in currency ? currency.code : evaluate(currency.expression, scope);
    if (typeof code !== "string") throw new Error(`the currency of ${amount.source} is unknown`);
    const toM = toMerchant && evaluate(toMerchant, scope);
    if (toMerchant && (typeof toM !== "string" || toM === ""))
      throw new Error(`the merchant ${toMerchant.source} is unknown`);
    return {
      from,
      to,
      currency: code,
      amount: toMinor(amountOf(amount, scope).trim().toString(), digitsOf(code, entity.minorUnits)),
      ...(typeof toM === "string" ? { toM } : {}),
    };
  });
}

/**
 * Moves what the event moves: its lines, the release of what the order still holds, or the undoing of an earlier event. Throws `moneyStopped` where
 * that, or the job that the event leads to, takes money of a merchant whose books are closed.
 */
export async function moveMoney(
  tx: Tx,
  happening: Happening,
  scope: Scope,
  context: Pick<LifecycleContext, "books">,
): Promise<void> {
  const { transition, entity, m, id } = happening;
  const order = { kind: entity.name, id };
  const { money } = transition;
  if (!money) {
    if (transition.job && happening.from !== undefined) await requireBooksToGoOn(tx, m, order, context);
    return;
  }
  const move = (lines: Line[], reverses?: string) =>
    together(requireBooksFor(tx, m, lines, context), post(tx, entryOf(happening, lines, reverses)));
  if ("lines" in money) {
    await move(linesOf(entity, money.lines, scope));
    return;
  }
  if ("again" in money) {
    const first = entity.lifecycle!.transitions.find(({ on }) => on === money.again)?.money;
    const anew = first && "lines" in first ? linesOf(entity, first.lines, scope) : [];
    await move([...(await releaseLines(tx, m, order)), ...anew]);
    return;
  }
  await uncount(tx, happening);
  if ("release" in money) {
    const lines = await releaseLines(tx, m, order);
    if (lines.length > 0) await move(lines);
    return;
  }
  const undo = await reversalLines(tx, m, order, money.reverse);
  if (undo) await move(undo.lines, undo.reverses);
}
