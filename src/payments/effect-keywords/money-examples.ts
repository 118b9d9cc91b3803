/** Examples of the effect `money`, based on a lifecycle that holds an amount until it is paid. */
import { createLifecycleSamples, SAMPLE_UPDATE, type Effect } from "@portolan/engine/compiler";
import { settings } from "../settings.ts";

const { sample } = createLifecycleSamples(settings);

/** The amount of the samples may be left out. */
const HAS_AMOUNT = "has(self.amount)";

/** Builds a small lifecycle in which `apply` holds money and `paid` spends it. */
export function buildHeldLifecycle(): ReturnType<typeof sample> {
  const { transitions, ...rest } = sample();
  const [apply, paid] = transitions;
  return {
    ...rest,
    transitions: [
      {
        ...apply,
        when: HAS_AMOUNT,
        money: [{ from: "avail", to: "hold", amount: "self.amount + self.fee", currency: "CNY" }],
      },
      {
        ...paid,
        when: HAS_AMOUNT,
        money: [
          { from: "hold", to: "nostro", amount: "self.amount", currency: "CNY" },
          { from: "hold", to: "fee", amount: "self.fee", currency: "CNY" },
        ],
      },
    ],
  };
}

const lifecycle = buildHeldLifecycle();
const frozen = (fields: readonly string[]) => ({ ...lifecycle, frozen: fields });
const cancel = { on: "cancel", from: "open", to: "ended", by: "merchant" };
const reprice = { on: "reprice", from: "open", to: "open", by: "provider" };
const give = { on: "give", from: "open", to: "open", by: "merchant", when: `${HAS_AMOUNT} && has(self.title)` };
const buildLine = (keywords: object) => [
  { from: "avail", to: "avail", amount: "self.amount", currency: "CNY", ...keywords },
];

/** Valid and invalid lifecycles. */
export const moneyExamples: Effect["examples"] = {
  good: [
    { value: "release", at: { ...cancel, takes: ["title"] }, lifecycle },
    { value: "again:apply", at: reprice, lifecycle },
    { value: "again:apply", at: { ...reprice, job: "sample.pay" }, lifecycle: frozen(["amount", "fee"]) },
    {
      value: [
        { from: "hold", to: "avail", amount: "self.amount", currency: "CNY", toMerchant: "self.title" },
        { from: "hold", to: "fee", amount: "self.fee", currency: "CNY" },
      ],
      at: { ...give, to: "ended" },
      lifecycle,
    },
  ],
  bad: [
    { value: undefined, at: cancel, lifecycle, rule: "money-held" },
    { value: "again:apply", at: { ...reprice, job: "sample.pay" }, lifecycle, rule: "not-frozen" },
    { value: "again:apply", at: { ...reprice, job: "sample.pay" }, lifecycle: frozen(["amount"]), rule: "not-frozen" },
    { value: "reverse:aply", at: cancel, lifecycle, rule: "unknown-event", suggestion: "apply" },
    { value: "again:aply", at: reprice, lifecycle, rule: "unknown-event", suggestion: "apply" },
    { value: "again:apply", at: { ...reprice, to: "ended" }, lifecycle, rule: "money-held" },
    { value: buildLine({}), at: { ...give, on: "keep" }, lifecycle, rule: "money-in-place" },
    { value: buildLine({ to: "hold", toMerchant: "self.title" }), at: give, lifecycle, rule: "money-held-elsewhere" },
    { value: buildLine({ to: "fee", toMerchant: "self.title" }), at: give, lifecycle, rule: "money-held-elsewhere" },
    { value: buildLine({ toMerchant: "self.city" }), at: give, lifecycle, rule: "may-be-absent" },
    {
      value: buildLine({ amount: "self.city == '' ? self.amount : self.fee", to: "fee" }),
      at: give,
      lifecycle,
      rule: "may-be-absent",
    },
    { value: buildLine({ toMerchant: "self.amount" }), at: give, lifecycle, rule: "bad-expression" },
    {
      value: buildLine({ to: "fee", amount: "event.titel" }),
      at: { ...give, needs: ["title"] },
      lifecycle,
      rule: "unknown-event-word",
      suggestion: "title",
    },
    { value: "release", at: cancel, lifecycle, with: SAMPLE_UPDATE, rule: "changes-money" },
    {
      value: "release",
      at: cancel,
      lifecycle,
      with: { "x-calls": { remove: "POST /sample/del" } },
      rule: "removes-money",
    },
  ],
};
