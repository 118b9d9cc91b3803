/** What a batch comes to before anybody confirms it: sums by currency, what leaves the wallet, what is in it now and after. */
import type { Entity, Field, Row } from "../entity/entity.ts";
import { facts } from "../entity/facts.ts";
import { Decimal } from "../rules/decimal.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Expression, Scope } from "../rules/expression.ts";
import { recordScope } from "../rules/scope.ts";

/** Sums of one batch. Amounts are plain decimals. */
export interface BatchTotals {
  /** Summed fields of the list (`x-list.sums`) in its order, by ISO code. */
  sums: { field: Field; byCurrency: [currency: string, amount: string][] }[];
  /** By currency: what leaves the available balance; where a rule tells what there is, that, and what stays. */
  wallets: { currency: string; debit: string; available?: string; after?: string; short: boolean }[];
}

/** `... <= somewhere.member`: what a rule compares with is what there is to spend. */
const CEILING = /<=\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*$/;

/** Totals of records as `check` and `compute` leave them. */
export function batchTotals(entity: Entity, records: readonly Row[], contexts: Scope): BatchTotals {
  const sums = entity.list.sums.map((name) => {
    const field = entity.field(name);
    const byCurrency = new Map<string, Decimal>();
    for (const record of records) add(byCurrency, currencyOf(field, record), Decimal.parse(record[name]));
    return { field, byCurrency: listed(byCurrency) };
  });
  const known = facts(entity, contexts);
  const debits = new Map<string, Decimal>();
  for (const record of records) {
    const scope: Scope = { ...known, self: recordScope(entity.fields, record) };
    for (const { amount, currency } of debitLines(entity)) {
      const code = "code" in currency ? currency.code : evaluate(currency.expression, scope);
      const value = evaluate(amount, scope);
      add(debits, typeof code === "string" ? code : undefined, value instanceof Decimal ? value : typeof value === "bigint" ? Decimal.of(value) : undefined);
    }
  }
  const available = ceilingOf(entity, known);
  const wallets = [...debits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, debit]) => {
    // One balance is known: that of the entity's one currency.
    const have = debits.size === 1 ? available : undefined;
    const after = have?.sub(debit);
    const text = (value: Decimal) => value.round(entity.minorUnits[currency] ?? 2).toString();
    return { currency, debit: text(debit), ...(have && after ? { available: text(have), after: text(after) } : {}), short: after !== undefined && after.cmp(0n) < 0 };
  });
  return { sums: sums.filter(({ byCurrency }) => byCurrency.length > 0), wallets };
}

function add(sums: Map<string, Decimal>, currency: string | undefined, value: Decimal | undefined): void {
  if (currency !== undefined && value) sums.set(currency, (sums.get(currency) ?? Decimal.of("0")).add(value));
}
const listed = (sums: Map<string, Decimal>): [string, string][] => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, value]) => [currency, value.toString()]);

function currencyOf({ currency }: Field, record: Row): string | undefined {
  const code = currency && ("code" in currency ? currency.code : record[currency.field]);
  return typeof code === "string" ? code : undefined;
}

/** What making a record takes out of the available balance. */
function debitLines({ lifecycle }: Entity) {
  const making = lifecycle?.transitions.find((one) => one.from.length === 0 && one.by === "merchant")?.money;
  return making && "lines" in making ? making.lines.filter((line) => line.from === "avail") : [];
}

/** The least amount that a rule lets a record take. */
function ceilingOf(entity: Entity, known: Scope): Decimal | undefined {
  let least: Decimal | undefined;
  for (const { assert } of entity.rules) {
    const value = assert && ceiling(assert, known);
    if (value && (!least || value.cmp(least) < 0)) least = value;
  }
  return least;
}
function ceiling({ source }: Expression, known: Scope): Decimal | undefined {
  const [, root, member] = CEILING.exec(source) ?? [];
  const value = root && member && root !== "self" ? (known[root] as Record<string, unknown> | undefined)?.[member] : undefined;
  return value instanceof Decimal ? value : undefined;
}
