// @vitest-environment happy-dom
/** The live summary next to a form: unknown lines are hidden, and a shortfall links to where it can be resolved. */
import { describe, expect, it } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { describeOutcome } from "../../src/engine/entity/option-outcome.ts";
import { summarize } from "../../src/engine/entity/summary.ts";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import type { Row } from "@portolan/engine";
import { compileEntity, compileValidator } from "../../src/payments/compiler.ts";
import { hydrate } from "../../src/payments/runtime.ts";
import { button, click, control, mount, portsOf, settle, type } from "./form-fixtures.tsx";

const label = (zh: string, en: string) => ({ zh, en });
const amount = (zh: string, en: string, more: object) => ({
  type: "string",
  format: "decimal",
  "x-currency": "CNY",
  "x-label": label(zh, en),
  ...more,
});
const SCHEMA = {
  "x-entity": { name: "payment", source: "store", key: "no" },
  "x-label": label("付款", "Payment"),
  type: "object",
  properties: {
    no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label("编号", "Number") },
    amount: amount("金额", "Amount", {}),
    fee: amount("手续费", "Fee", {
      readOnly: true,
      "x-compute": "round(self.amount * channel.rate + channel.fixed, 'CNY')",
    }),
    debit: amount("扣款合计", "Total", { readOnly: true, "x-compute": "self.amount + self.fee" }),
  },
  required: ["amount"],
  "x-form": {
    sections: [{ id: "main", label: label("付款", "Payment"), fields: ["amount", ["fee", "debit"]] }],
    review: true,
  },
  "x-summary": {
    label: label("本次付款", "This payment"),
    currency: "'CNY'",
    lead: { field: "amount", label: label("对方收到", "They receive") },
    lines: [
      { field: "fee", says: label("每笔 {channel.fixed} + {channel.rate}%", "{channel.fixed} + {channel.rate}%") },
      { field: "debit", strong: true },
      { id: "after", label: label("付款后可用", "Left"), value: "wallet.withdrawable - self.debit" },
      { id: "approver", label: label("须复核", "Approval"), says: label("由{approval.by}复核", "By {approval.by}") },
    ],
    empty: label("填写金额后显示手续费。", "Enter an amount to see the fee."),
    short: {
      by: "self.debit - wallet.withdrawable",
      says: label("还差 {short}", "{short} short"),
      links: [{ label: label("换汇", "Exchange"), to: "/exchange?buy={currency}&amount={short}" }],
    },
  },
};
const LIBRARY = {
  ...createEmptyLibrary(),
  currencies: { CNY: { minorUnits: 2 } },
  contexts: {
    channel: { call: "context", key: "channel", types: { rate: "Decimal", fixed: "Decimal" } },
    wallet: { call: "context", key: "wallet", types: { withdrawable: "Decimal" } },
    approval: { call: "context", key: "approval", types: { by: "list<string>" } },
  },
};
const { plan, texts } = compileEntity("schemas/entities/payment.json", JSON.stringify(SCHEMA), LIBRARY);
const entity = hydrate(plan, { zh: texts.zh }, compileValidator(plan.schema));
const channel = { rate: "0.001", fixed: "10.00" };
const wallet = { withdrawable: "5000.00" };
const facts = { channel, wallet };
const linesOf = (record: object, contexts: object) =>
  summarize(entity, { ...record }, { ...contexts }, "zh")[0]?.lines.map(({ id, text }) => `${id} ${text}`);

describe("the amounts of a summary", () => {
  it("are left out while unknown", () => {
    expect(summarize(entity, {}, facts, "zh")).toEqual([
      { currency: "CNY", lead: undefined, lines: [], short: undefined },
    ]);
    expect(linesOf({ amount: "1000" }, {})).toEqual([]);
    expect(linesOf({ amount: "1000" }, { channel })).toEqual(["fee 11.00", "debit 1,011.00"]);
    expect(linesOf({ amount: "1000" }, facts)).toEqual(["fee 11.00", "debit 1,011.00", "after 3,989.00"]);
  });
  it("explain the fee, as a percentage if the text does", () => {
    expect(summarize(entity, { amount: "1000" }, facts, "zh")[0]?.lines[0]?.sentence).toBe("每笔 10.00 + 0.1%");
  });
  it("may be sentences that name every approver, left out if there is none", () => {
    const saidTo = (...by: string[]) => linesOf({}, { approval: { by } });
    expect(saidTo("李慧")).toEqual(["approver 由李慧复核"]);
    expect(saidTo("李慧", "王芳")).toEqual(["approver 由李慧或王芳复核"]);
    expect(saidTo()).toEqual([]);
  });
  it("state the missing amount and link to where to obtain it", () => {
    const [found] = summarize(entity, { amount: "6000" }, facts, "zh");
    expect(found?.lines.at(-1)).toMatchObject({ text: "−1,016.00", negative: true });
    expect(found?.short).toEqual({
      text: "还差 1,016.00\u00a0CNY",
      links: [{ label: "换汇", to: "/exchange?buy=CNY&amount=1016.00" }],
    });
  });
});

/** Summarises the rows of a list, each in its own currency. */
const BY_ROW = {
  "x-entity": { name: "payout", source: "store", key: "no" },
  "x-label": label("提现", "Payout"),
  type: "object",
  properties: {
    no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label("编号", "Number") },
    sums: {
      type: "array",
      "x-label": label("余额", "Sums"),
      items: {
        type: "object",
        properties: {
          currency: { type: "string", "x-kind": "currency", "x-label": label("币种", "Currency") },
          amount: { type: "string", format: "decimal", "x-currency": "currency", "x-label": label("金额", "Amount") },
        },
      },
    },
  },
  "x-summary": {
    label: label("本次提现", "This payout"),
    each: { list: "sums", facts: "coins" },
    currency: "row.currency",
    lead: { id: "receive", label: label("您收到", "You receive"), value: "row.amount" },
    lines: [
      { id: "debit", label: label("扣款合计", "Total"), value: "row.amount + option.fee", strong: true },
      { id: "fee", label: label("费用", "Fee"), says: label("每笔 {option.fee}", "{option.fee} each") },
    ],
    empty: label("填写金额后显示手续费。", "Enter an amount to see the fee."),
    short: { by: "row.amount + option.fee - option.held", says: label("还差 {short}", "{short} short") },
  },
};

it("summarises each row with a currency, by what is known of the currency", () => {
  const library = {
    ...LIBRARY,
    currencies: { CNY: { minorUnits: 2 }, JPY: { minorUnits: 0 } },
    contexts: { coins: { call: "context", key: "coins", types: {}, rows: { fee: "Decimal", held: "Decimal" } } },
  };
  const { plan, texts } = compileEntity("schemas/entities/payout.json", JSON.stringify(BY_ROW), library);
  const payout = hydrate(plan, { zh: texts.zh }, compileValidator(plan.schema));
  const coins = { CNY: { fee: "5.00", held: "900.00" }, JPY: { fee: "100", held: "200" } };
  const record = { sums: [{ currency: "CNY", amount: "100" }, { amount: "7" }, { currency: "JPY", amount: "150" }] };
  const shown = summarize(payout, record, { coins }, "zh").map(({ lead, lines, short }) => [
    `${lead?.text} ${lead?.currency}`,
    ...lines.map(({ text }) => text),
    short?.text,
  ]);
  expect(shown).toEqual([
    ["100.00 CNY", "105.00", "每笔 5.00", undefined],
    ["150 JPY", "250", "每笔 100", "还差 50\u00a0JPY"],
  ]);
  expect(summarize(payout, { sums: [] }, { coins }, "zh")).toEqual([]);
  const [unknown] = summarize(payout, record, {}, "zh");
  expect([unknown?.lead?.text, unknown?.lines]).toEqual(["100.00", []]);
});

it("updates while the user types, and remains in the review", async () => {
  const ports = portsOf({ context: async () => facts });
  const { page, unmount } = await mount(<EntityForm entity={entity} onDone={() => undefined} />, ports);
  await settle();
  const panel = () => page.querySelector(".pf-summary")?.textContent ?? "";
  expect(panel()).toContain("填写金额后显示手续费。");
  expect(panel()).not.toContain("—");
  await type(control(page, "金额"), "1000");
  await settle();
  expect(panel()).toContain("对方收到1,000.00CNY");
  expect(panel()).toContain("付款后可用3,989.00CNY");
  expect(page.querySelectorAll(".pf-field"), "fee and total are in the summary alone").toHaveLength(1);
  await click(button(page, "下一步"));
  await settle(50);
  const review = page.querySelector("[data-review]");
  expect(review?.textContent, "the review leaves to the summary what is there").not.toContain("扣款合计");
  expect(panel()).toContain("扣款合计1,011.00CNY");
  unmount();
});

it("says beside each option what choosing it leads to, once all its values are known", async () => {
  const options = {
    SHA: {
      label: label("双方各付", "Shared"),
      says: label("对方约收 {least}–{amount}", "They receive {least}–{amount}"),
      amounts: { least: "self.amount - channel.fixed" },
    },
    OUR: { label: label("我方全付", "You pay all"), says: label("扣款 {debit}", "You pay {debit}") },
  };
  const { properties } = SCHEMA;
  const schema = {
    ...SCHEMA,
    properties: {
      ...properties,
      bearing: { type: "string", "x-label": label("承担", "Bearer"), "x-options": options },
      debit: amount("扣款合计", "Total", {
        readOnly: true,
        "x-compute": "self.bearing == 'OUR' ? self.amount + self.fee : self.amount",
      }),
    },
    "x-form": { sections: [{ id: "main", label: label("付款", "Payment"), fields: ["amount", "bearing"] }] },
  };
  const { plan, texts } = compileEntity("schemas/entities/payment.json", JSON.stringify(schema), LIBRARY);
  const entity = hydrate(plan, { zh: texts.zh }, compileValidator(plan.schema));
  const outcomes = (record: Row, contexts: Row = { channel: { rate: "0.001", fixed: "20.00" } }) => {
    const field = entity.field("bearing");
    const values = field.options && "values" in field.options ? field.options.values : [];
    return values.map((option) => describeOutcome(entity, field, option, { record, contexts, lang: "zh" }));
  };
  expect(outcomes({ amount: "2500", bearing: "SHA" })).toEqual([
    "对方约收 2,480.00–2,500.00\u00a0CNY",
    "扣款 2,522.50\u00a0CNY",
  ]);
  expect(outcomes({})).toEqual([undefined, undefined]);
  expect(outcomes({ amount: "2500" }, {})[0]).toBeUndefined();
});
