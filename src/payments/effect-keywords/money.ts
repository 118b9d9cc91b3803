import { defineEffect, type EntityDraft, type Json, type TransitionDraft } from "@portolan/engine/compiler";
import type { LifecyclePlan, TransitionPlan } from "@portolan/engine";
import type { LedgerAccount, MoneyLine } from "../plans.ts";
import { effectMessages } from "./finding-messages.ts";
import { moneyExamples } from "./money-examples.ts";
import { proveMoney } from "./money-proof.ts";

const ACCOUNTS: readonly LedgerAccount[] = [
  "avail",
  "hold",
  "in",
  "nostro",
  "suspense",
  "fx",
  "fee",
  "card",
  "cardhold",
  "cardfloat",
];
/** Accounts of another merchant that an order may credit. */
const GIVEN_TO: readonly LedgerAccount[] = ["avail", "in"];

/** `money`: posts movements to the ledger, or releases, reverses or repeats earlier ones. */
export const money = defineEffect({
  name: "money",
  schema: {
    anyOf: [
      { type: "string", pattern: "^(release|(reverse|again):[A-Za-z][A-Za-z0-9]*)$" },
      {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["from", "to", "amount", "currency"],
          properties: {
            from: { enum: ACCOUNTS },
            to: { enum: ACCOUNTS },
            amount: { $ref: "#/$defs/cel" },
            currency: { $ref: "#/$defs/cel" },
            toMerchant: { $ref: "#/$defs/cel" },
          },
          additionalProperties: false,
        },
      },
    ],
  },
  doc: {
    zh: "账本分录 {from, to, amount, currency, toMerchant}（toMerchant：to 属于哪个商户，不写就是自己），或 release（解冻）、reverse:事件（冲正）、again:事件（按现在的数字重新冻结）。到达终态时不得有资金仍被冻结。",
    en: "Ledger lines {from, to, amount, currency, toMerchant} (`toMerchant`: the number of the merchant whose account `to` is; its own when absent), or `release` (what is held goes back), or `reverse:EVENT`, or `again:EVENT` (what is held goes back and is held anew at the record's present figures). Nothing stays held in a final state.",
  },
  read: (keyword, draft) => ({ money: readMoney(keyword, draft) }),
  expressions: ({ money: plan }) =>
    plan && "lines" in plan
      ? plan.lines.flatMap(({ amount, currency, toMerchant }) => [
          amount,
          ...("expression" in currency ? [currency.expression] : []),
          ...(toMerchant ? [toMerchant] : []),
        ])
      : [],
  amounts: (plan) => listLines(plan).map(({ amount }) => amount),
  compare: [{ member: "money", words: { zh: "资金变动", en: "moves money" }, risk: ["price-changed", () => true] }],
  prove(lifecycle, nodes, draft) {
    draft.later(() => checkCalls(lifecycle, draft));
    draft.later(() => checkFrozen(lifecycle, draft));
    if (draft.findings.length === 0) proveMoney(lifecycle, nodes, draft);
  },
  examples: moneyExamples,
});

function readMoney(keyword: Json, draft: TransitionDraft): NonNullable<TransitionPlan["money"]> {
  if (keyword.value === "release") return { release: true };
  if (typeof keyword.value !== "string")
    return { lines: keyword.items().flatMap((line) => readLine(line, draft) ?? []) };
  const [kind, event = ""] = keyword.value.split(":");
  return kind === "again" ? { again: event } : { reverse: event };
}

/** Returns a compiled line, or undefined when an account is unknown or an expression does not compile. */
function readLine(line: Json, draft: TransitionDraft): MoneyLine | undefined {
  const account = (name: string) => ACCOUNTS.find((account) => account === line.get(name)?.value);
  const [from, to, currency] = [account("from"), account("to"), readCurrency(line.member("currency"), draft)];
  const amount = draft.certainExpression(line.member("amount"), "Decimal");
  const merchant = line.get("toMerchant");
  const toMerchant = merchant && draft.certainExpression(merchant, "string");
  if (!from || !to || !amount || !currency || (merchant && !toMerchant)) return undefined;
  const location = line.member("to").location();
  if (from === to && !merchant) draft.entity.report(location, "money-in-place", effectMessages.moneyInPlace(from));
  // Holds always belong to the order's own merchant, and house accounts to none.
  if (merchant && !GIVEN_TO.includes(to))
    draft.entity.report(location, "money-held-elsewhere", effectMessages.moneyElsewhere(GIVEN_TO, to));
  return { from, to, amount, currency, ...(toMerchant ? { toMerchant } : {}) };
}

/** Returns a known currency code, or an expression that evaluates to one; undefined when it does not compile. */
function readCurrency(keyword: Json, draft: TransitionDraft): MoneyLine["currency"] | undefined {
  const code = String(keyword.value);
  if (Object.hasOwn(draft.entity.library.currencies, code)) return { code };
  const expression = draft.certainExpression(keyword, "string");
  return expression && { expression };
}

/**
 * Reports a remove call on records that move money, and an update call that can change the fields that the movements
 * depend on.
 */
function checkCalls({ transitions }: LifecyclePlan, draft: EntityDraft): void {
  const { calls, fields } = draft.plan;
  const keyword = draft.json.get("x-calls");
  const locate = (call: string) => (keyword?.get(call) ?? keyword ?? draft.json).location();
  const moving = transitions.filter((transition) => transition.money);
  if (calls.remove && moving.length > 0) draft.report(locate("remove"), "removes-money", effectMessages.removesMoney());
  if (!calls.update) return;
  const read = new Set(moving.flatMap((transition) => listLines(transition).flatMap(listReads)));
  for (const { name, readOnly, once, compute } of fields) {
    if (!readOnly && !once && !compute && read.has(`self.${name}`))
      draft.report(locate("update"), "changes-money", effectMessages.changesMoney(name));
  }
}

/**
 * Reports an order whose creation takes money out of the wallet and that is later reviewed or given to a provider, but whose `frozen`
 * lacks a field that its creation moves money by, or that it copies from another record.
 */
function checkFrozen({ transitions, frozen = [] }: LifecyclePlan, draft: EntityDraft): void {
  const created = transitions.filter(({ from }) => from.length === 0).flatMap(listLines);
  const paysOut = created.some(({ from }) => from === "avail");
  if (!paysOut || !transitions.some(({ job, not }) => job !== undefined || not === "maker")) return;
  const { fields } = draft.plan;
  const read = new Set(created.flatMap((line) => [...listReads(line), ...(line.toMerchant?.reads ?? [])]));
  const copied = new Set(fields.flatMap(({ ref }) => Object.keys(ref?.copies ?? {})));
  const missing = fields.flatMap(({ name }) =>
    (read.has(`self.${name}`) || copied.has(name)) && !frozen.includes(name) ? [name] : [],
  );
  const keyword = draft.json.member("x-lifecycle");
  if (missing.length > 0)
    draft.report((keyword.get("frozen") ?? keyword).location(), "not-frozen", effectMessages.notFrozen(missing));
}

const listLines = ({ money: plan }: TransitionPlan): readonly MoneyLine[] =>
  plan && "lines" in plan ? plan.lines : [];
const listReads = ({ amount, currency }: MoneyLine): readonly string[] => [
  ...amount.reads,
  ...("expression" in currency ? currency.expression.reads : []),
];
