/** What a batch comes to before anybody confirms it: sums by currency, what leaves the wallet, what is in it now and after. */
import type { Entity, Field, Row } from "../model/entity.ts";
import { factScope } from "../entity/facts.ts";
import { currencyOf, recordCurrency } from "../entity/values.ts";
import { Decimal } from "../base/decimal.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Expression, Scope } from "../model/expression.ts";
import { recordScope } from "../rules/scope.ts";

/** Sums of one batch. Amounts are plain decimals. */
export interface BatchTotals {
  /** Summed fields of the list (`x-list.sums`) in its order, by ISO code. */
  sums: { field: Field; byCurrency: [currency: string, amount: string][] }[];
  /** By currency: what leaves the available balance; where a rule tells what there is, that, and what stays. */
  wallets: { currency: string; debit: string; available?: string; after?: string; short: boolean }[];
  /** Limits that each record alone keeps and all together do not: the rule that bounds them, what they come to, what is left. */
  over: { rule: string; field: Field; currency: string | undefined; total: string; left: string }[];
}

/** `... <= somewhere.member`: what a rule compares with is what there is to spend. */
const CEILING = /<=\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*$/;

/** Totals of records as `check` and `compute` leave them; `factsFor`: what is known beyond each. */
export function batchTotals(entity: Entity, records: readonly Row[], factsFor: (record: Row) => Scope): BatchTotals {
  const sums = entity.list.sums.map((name) => {
    const field = entity.field(name);
    const byCurrency = new Map<string, Decimal>();
    for (const record of records) add(byCurrency, currencyOf(field, record), Decimal.parse(record[name]));
    return { field, byCurrency: listed(byCurrency) };
  });
  const knownOf = knowing(entity, factsFor);
  const debits = new Map<string, Decimal>();
  const available = new Map<string, Decimal>();
  for (const record of records) {
    const known = knownOf(record);
    const scope: Scope = { ...known, self: recordScope(entity.fields, record) };
    for (const { amount, currency } of debitLines(entity)) {
      const code = "code" in currency ? currency.code : evaluate(currency.expression, scope);
      if (typeof code !== "string") continue;
      const value = evaluate(amount, scope);
      add(debits, code, value instanceof Decimal ? value : typeof value === "bigint" ? Decimal.of(value) : undefined);
      // What a record knows of a wallet is of its own currency's.
      const have = code === recordCurrency(entity, record) ? ceilingOf(entity, known) : undefined;
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
    over: overOf(entity, records, knownOf),
  };
}

/** The facts of a record in rule types; each set of facts is read once. */
function knowing(entity: Entity, factsFor: (record: Row) => Scope): (record: Row) => Scope {
  const read = new Map<Scope, Scope>();
  return (record) => {
    const given = factsFor(record);
    const known = read.get(given) ?? factScope(entity, given);
    read.set(given, known);
    return known;
  };
}

/** Every order counts towards the limits of its period, those of each currency alone; the rule whose bound reads such a limit says what is left of it. */
function overOf(entity: Entity, records: readonly Row[], knownOf: (record: Row) => Scope): BatchTotals["over"] {
  const groups = new Map<string | undefined, Scope[]>();
  for (const record of records) {
    const code = recordCurrency(entity, record);
    const scope: Scope = { ...knownOf(record), self: recordScope(entity.fields, record) };
    const group = groups.get(code);
    if (group) group.push(scope);
    else groups.set(code, [scope]);
  }
  const limits = makingOf(entity)?.count ?? [];
  return [...groups].flatMap(([currency, scopes]) =>
    limits.flatMap(({ limit, amount }) => {
      const rule = entity.rules.find(({ max }) => max && limit.reads.every((path) => max.reads.includes(path)));
      const first = scopes[0];
      const left =
        rule && first && (!rule.when || evaluate(rule.when, first) === true) ? evaluate(rule.max!, first) : undefined;
      if (!rule || !(left instanceof Decimal)) return [];
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

function add(sums: Map<string, Decimal>, currency: string | undefined, value: Decimal | undefined): void {
  if (currency !== undefined && value) sums.set(currency, (sums.get(currency) ?? Decimal.of("0")).add(value));
}
const listed = (sums: Map<string, Decimal>): [string, string][] =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, value]) => [currency, value.toString()]);

/** What making a record takes out of the available balance. */
function debitLines(entity: Entity) {
  const making = makingOf(entity)?.money;
  return making && "lines" in making ? making.lines.filter((line) => line.from === "avail") : [];
}

const makingOf = ({ lifecycle }: Entity) =>
  lifecycle?.transitions.find((one) => one.from.length === 0 && one.by === "merchant");

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
  const value =
    root && member && root !== "self" ? (known[root] as Record<string, unknown> | undefined)?.[member] : undefined;
  return value instanceof Decimal ? value : undefined;
}
