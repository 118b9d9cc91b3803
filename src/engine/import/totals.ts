/** Totals of a batch before confirmation: sums by currency, the debit of the wallet, the balance before and after. */
import type { Entity, Field, Row } from "../model/entity.ts";
import { buildFactScope } from "../entity/facts.ts";
import { findCreation } from "../entity/transitions.ts";
import { recordCurrency, sumByCurrency } from "../entity/values.ts";
import { Decimal } from "../base/decimal.ts";
import { isObject } from "../base/guards.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Expression, Scope } from "../model/expression.ts";
import { buildRecordScope } from "../rules/scope.ts";

/** Totals of a batch. Amounts are decimal strings. */
export interface BatchTotals {
  /** Summed fields (`x-list.sums`) in order, by ISO currency code. */
  sums: { field: Field; byCurrency: [currency: string, amount: string][] }[];
  /**
   * Debits of the available balance by currency. `available` and `after` are the current and the remaining balance, set
   * if a rule refers to the balance.
   */
  wallets: { currency: string; debit: string; available?: string; after?: string; short: boolean }[];
  /** Limits that the records exceed in total although none exceeds them alone: rule, total, and remaining amount. */
  over: { rule: string; field: Field; currency: string | undefined; total: string; left: string }[];
}

/** Matches `... <= context.member`, in which the member is the spendable amount. */
const CEILING = /<=\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*$/;

/** Computes the totals of validated records. `factsFor` returns the facts of a record. */
export function computeBatchTotals(
  entity: Entity,
  records: readonly Row[],
  factsFor: (record: Row) => Scope,
): BatchTotals {
  const sums = entity.list.sums.map((name) => {
    const field = entity.field(name);
    const byCurrency = sumByCurrency(field, records);
    byCurrency.delete("");
    const sorted = [...byCurrency].sort(([a], [b]) => (a < b ? -1 : 1));
    return { field, byCurrency: sorted.map(([currency, sum]): [string, string] => [currency, sum.toString()]) };
  });
  const knownOf = createScopeLookup(entity, factsFor);
  const debits = new Map<string, Decimal>();
  const available = new Map<string, Decimal>();
  for (const record of records) {
    const known = knownOf(record);
    const scope: Scope = { ...known, self: buildRecordScope(entity.fields, record) };
    for (const { amount, currency } of listDebitLines(entity)) {
      const code = "code" in currency ? currency.code : evaluate(currency.expression, scope);
      if (typeof code !== "string") continue;
      const value = evaluate(amount, scope);
      if (value instanceof Decimal || typeof value === "bigint")
        debits.set(code, Decimal.of(value).add(debits.get(code) ?? 0n));
      // The facts about the balance concern the record's own currency, so they are ignored for debits in another one.
      const have = code === recordCurrency(entity, record) ? findLowestCeiling(entity, known) : undefined;
      if (have) available.set(code, have);
    }
  }
  const wallets = [...debits]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, debit]) => {
      const have = available.get(currency);
      const after = have?.sub(debit);
      const text = (value: Decimal) => value.round(entity.minorUnits[currency] ?? 2).toString();
      return {
        currency,
        debit: text(debit),
        ...(have && after ? { available: text(have), after: text(after) } : {}),
        short: after !== undefined && after.cmp(0n) < 0,
      };
    });
  return {
    sums: sums.filter(({ byCurrency }) => byCurrency.length > 0),
    wallets,
    over: findOver(entity, records, knownOf),
  };
}

/** Returns a function that converts facts to rule values, cached per set of facts. */
function createScopeLookup(entity: Entity, factsFor: (record: Row) => Scope): (record: Row) => Scope {
  const read = new Map<Scope, Scope>();
  return (record) => {
    const given = factsFor(record);
    const cached = read.get(given) ?? buildFactScope(entity, given);
    read.set(given, cached);
    return cached;
  };
}

/** Returns the exceeded period limits by currency. The rule that reads a limit determines the remaining amount. */
function findOver(entity: Entity, records: readonly Row[], knownOf: (record: Row) => Scope): BatchTotals["over"] {
  const groups = new Map<string | undefined, Scope[]>();
  for (const record of records) {
    const code = recordCurrency(entity, record);
    const scope: Scope = { ...knownOf(record), self: buildRecordScope(entity.fields, record) };
    const group = groups.get(code);
    if (group) group.push(scope);
    else groups.set(code, [scope]);
  }
  const creation = findCreation(entity);
  const limits = (creation && entity.dialect.funds?.limits(creation)) ?? [];
  return [...groups].flatMap(([currency, scopes]) =>
    limits.flatMap(({ limit, amount }) => {
      const rule = entity.rules.find(({ max }) => max && limit.reads.every((path) => max.reads.includes(path)));
      const first = scopes[0];
      if (!rule?.max || !first || (rule.when && evaluate(rule.when, first) !== true)) return [];
      const left = evaluate(rule.max, first);
      if (!(left instanceof Decimal)) return [];
      const total = scopes.reduce((sum, scope) => {
        const value = evaluate(amount, scope);
        return value instanceof Decimal ? sum.add(value) : sum;
      }, Decimal.of("0"));
      return total.cmp(left) > 0
        ? [{ rule: rule.id, field: entity.field(rule.at), currency, total: total.toString(), left: left.toString() }]
        : [];
    }),
  );
}

/** Returns the amounts that creating a record debits from an available balance. */
function listDebitLines(entity: Entity) {
  const creation = findCreation(entity);
  return (creation && entity.dialect.funds?.debits(creation)) ?? [];
}

/** Returns the smallest upper bound from the rules, or undefined when none applies. */
function findLowestCeiling(entity: Entity, facts: Scope): Decimal | undefined {
  let least: Decimal | undefined;
  for (const { assert } of entity.rules) {
    const value = assert && findCeiling(assert, facts);
    if (value && (!least || value.cmp(least) < 0)) least = value;
  }
  return least;
}
function findCeiling({ source }: Expression, known: Scope): Decimal | undefined {
  const [, root, member] = CEILING.exec(source) ?? [];
  const facts = root && root !== "self" ? known[root] : undefined;
  const value = member && isObject(facts) ? facts[member] : undefined;
  return value instanceof Decimal ? value : undefined;
}
