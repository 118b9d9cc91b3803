/** The view type `balances`: one card per currency, below a total of all of them. */
import { defineView, member, type ValueOf, VIEW_LINK } from "@portolan/engine/compiler";
import { offer } from "./offer.ts";

const { amount, amounts, call, create, field, link, links, object, optional, optionalText, text, withDefault } = member;

const total = object({
  /** Converts and sums; receives `currency`. */
  call,
  /** Currencies to choose from, default first. */
  in: create(
    { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", pattern: "^[A-Z]{3}$" } },
    (keyword) => keyword.strings(),
  ),
  label: text("total"),
  at: text("at"),
  without: text("without"),
  /** Parts of the total, by their property in the call's response. */
  parts: amounts,
});

/** Links that explain an amount on the card, by field. `count`: field with the number of orders behind the amount. */
const reasons = create(
  {
    type: "object",
    additionalProperties: { ...VIEW_LINK, properties: { ...VIEW_LINK.properties, count: field.schema } },
  },
  (keyword, view) =>
    Object.fromEntries(
      keyword.entries().map(([named, reason]) => {
        view.entity.field(reason, named);
        const count = reason.get("count");
        return [
          named,
          { ...(count && { count: view.fieldName(count) }), link: view.link(`why.${named}`, reason) },
        ] as const;
      }),
    ),
);

const plan = object({
  total,
  card: object({
    title: field,
    amount,
    under: withDefault(amounts, []),
    why: withDefault(reasons, {}),
    actions: withDefault(links("action"), []),
    /** Call that returns the balances of the last days. */
    line: optional(
      create(object({ call, label: text() }).schema, (keyword, view) => {
        view.text("line", keyword.get("label"));
        return call.read(keyword.member("call"), view);
      }),
    ),
    offer: optional(offer),
  }),
  /** Primary button of the view. */
  main: optional(link("main")),
  /** Set if currencies with a zero balance are collapsed, below this text. */
  zero: optionalText("zero"),
});
/** Plan of a `balances` view. */
export type BalancesPlan = ValueOf<typeof plan>;
declare module "../../engine/model/entity.ts" {
  interface ViewPlans {
    balances: BalancesPlan;
  }
}

/** `balances`: one card per currency, below a total of all of them. */
export const balances = defineView({
  name: "balances",
  plan,
  doc: {
    zh: "每个币种一张卡片，上方是折合成一个币种的合计。total：call 是 schemas/calls 中换算并求和的调用，收到 {currency}，回答 total、at、without、worth 和 parts（各部分按名称）；in 是可选的币种；at、without 两句中的 {time}、{list} 由回答填入。card：title 币种字段，amount 卡上最大的金额，under 下方的金额，why 金额旁的链接（count 是笔数字段，文字里写 {count}），actions 按钮（when 何时出现，{字段} 换成记录的值），line 近日余额的走势线：call 是 schemas/calls 中的调用，回答 days 和 balances（币种到每日余额），label 是它的名称，offer 在 when 成立时显示 says 和一个按钮。main：本视图最主要的按钮。zero：折叠余额为零的币种，文字里写 {count}；不写就不折叠。",
    en: "A card per currency under one total. `total`: `call` is one of `schemas/calls` that gets `{currency}` and answers `total`, `at`, `without`, `worth` and `parts` by their names; `in` are the currencies to choose from; `{time}` of `at` and `{list}` of `without` are filled from the answer. `card`: `title` is the field of the currency, `amount` the largest figure, `under` the figures below it, `why` links beside a figure (`count`: the field that counts the orders, `{count}` in its label), `actions` its buttons (`when` they show; `{field}` is the record's value), `line` the balance over the last days: `call` is one of `schemas/calls` that answers `days` and `balances` (by currency, one for each day), `label` says which days; `offer` shows `says` and a button while `when` holds. `main`: the view's foremost button. `zero` folds the currencies without money under a line with `{count}`; left out, none is folded.",
  },
  examples: {
    good: [
      {
        value: {
          label: { zh: "卡片", en: "Cards" },
          total: {
            call: "sampleCode",
            in: ["CNY", "USD"],
            label: { zh: "合计", en: "Total" },
            at: { zh: "按 {time} 中间价", en: "at the {time} mid-market rate" },
            without: { zh: "未含 {list}（暂无汇率）", en: "without {list}: no rate now" },
            parts: ["amount", "fee"],
          },
          card: {
            title: "title",
            amount: "amount",
            under: ["fee"],
            why: { fee: { label: { zh: "查看", en: "View" }, to: "/sample?city={city}" } },
            actions: [
              { label: { zh: "换汇", en: "Exchange" }, to: "/sample?sell={title}", when: "self.title != 'CNY'" },
            ],
            line: { call: "sampleCode", label: { zh: "近 30 天", en: "Last 30 days" } },
            offer: {
              when: "self.amount <= decimal('0')",
              says: { zh: "没有可用余额", en: "Nothing available" },
              label: { zh: "换汇补足", en: "Exchange" },
              to: "/sample?buy={title}",
            },
          },
          zero: { zh: "余额为零的 {count} 个币种", en: "{count} currencies with no balance" },
        },
      },
    ],
    bad: [
      { value: createBad({ total: { parts: ["city"] } }), rule: "unknown-field" },
      { value: createBad({ card: { amount: "amont" } }), rule: "unknown-field", suggestion: "amount" },
      { value: createBad({ total: { call: "sampleCod" } }), rule: "unknown-call", suggestion: "sampleCode" },
      { value: createBad({ zeros: true }), rule: "unknown-keyword" },
      {
        value: createBad({ card: { line: { call: "sampleCod", label: { zh: "近 30 天", en: "Last 30 days" } } } }),
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
      {
        value: createBad({ main: { label: { zh: "换汇", en: "Exchange" }, to: "/sample?sell={titel}" } }),
        rule: "unknown-field",
        suggestion: "title",
      },
    ],
  },
});

/** Returns a minimal view with the given parts replaced, for the invalid examples. */
function createBad({ total = {}, card = {}, ...rest }: { total?: object; card?: object; [word: string]: unknown }) {
  const label = { zh: "合计", en: "Total" };
  return {
    total: { call: "sampleCode", in: ["CNY"], label, at: label, without: label, parts: ["amount"], ...total },
    card: { title: "title", amount: "amount", ...card },
    ...rest,
  };
}
