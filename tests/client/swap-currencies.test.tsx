// @vitest-environment happy-dom
/**
 * Currency selects of the exchange: available currencies with their balance and unavailable ones with the reason, in
 * both languages.
 */
import { afterEach, expect, it, vi } from "vitest";
import { productSchemas } from "../product-schemas.ts";
import { AmountBox } from "../../src/screens/swap/AmountBox.tsx";
import { findPair, listChoices, type Money } from "../../src/screens/swap/choices.ts";
import { mount, portsOf } from "../engine/form-fixtures.tsx";

vi.mock("../../src/engine/app/client/i18n.ts", () => ({ t: (key: string) => key }));
let close: () => void = () => undefined;
afterEach(() => close());

const { request } = productSchemas().calls.get("swapQuote")!;
const sold = (balance: string, more: object = {}) => ({
  channel: true,
  exchangeRate: "0.0025",
  wallet: Number(balance) > 0,
  balance,
  ...more,
});
const known: Money = {
  held: new Map([
    ["CNY", "0.00"],
    ["JPY", "9000"],
    ["USD", "12000.50"],
  ]),
  currencies: ["CNY", "EUR", "JPY", "THB", "USD"].map((code) => ({ code, name: `name of ${code}` })),
  facts: {
    CNY: sold("0.00"),
    EUR: sold("0.00"),
    JPY: sold("9000"),
    THB: { channel: false, wallet: false, balance: "0.00" },
    USD: sold("12000.50"),
  },
};

const WORDS = {
  zh: { held: "可用 12,000.50", none: "没有可用余额", never: "暂不支持卖出" },
  en: { held: "12,000.50 available", none: "No balance available", never: "Can't be sold" },
} as const;
for (const lang of ["zh", "en"] as const) {
  it(`offers currencies with a balance, and folds others by the reason, ${lang}`, async () => {
    const { sell, buy } = listChoices(known, "instant", request, lang);
    const ignore = () => undefined;
    const { page, unmount } = await mount(
      <AmountBox
        side="sell"
        text=""
        grouped=""
        currency="USD"
        currencies={sell}
        waiting={false}
        below=""
        onText={ignore}
        onCurrency={ignore}
        onEnter={ignore}
      />,
      portsOf(),
    );
    close = unmount;
    const options = [...page.querySelectorAll("option")];
    expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
      ["USD", false],
      ["JPY", false],
    ]);
    expect(options[0]?.textContent).toBe(`USD name of USD · ${WORDS[lang].held}`);
    const closed = page.querySelector("details")!;
    expect(closed.open).toBe(false);
    expect(
      [...closed.querySelectorAll("dl > div")].map((item) => [...item.children].map((one) => one.textContent)),
    ).toEqual([
      [WORDS[lang].none, "CNY EUR"],
      [WORDS[lang].never, "THB"],
    ]);
    // Anything with a price can be bought.
    expect(buy.map(({ code, closed }) => [code, closed])).toEqual(
      ["USD", "JPY", "CNY", "EUR", "THB"].map((code) => [code, false]),
    );
    expect(buy[0]).toMatchObject({ note: WORDS[lang].held });
  });
}

it("offers only currencies with a balance between own wallets, and all while balances are unknown", () => {
  const codes = (mode: "instant" | "intra", money: Money) =>
    listChoices(money, mode, request, "zh").sell.map(({ code, closed }) => (closed ? `-${code}` : code));
  expect(codes("intra", known)).toEqual(["USD", "JPY", "-CNY"]);
  expect(codes("instant", { ...known, facts: undefined })).toEqual(["CNY", "JPY", "USD", "EUR", "THB"]);
});

it("starts with the currencies of the URL, else from an enabled one into CNY", () => {
  const choices = listChoices(known, "instant", request, "zh");
  expect(findPair(choices, "")).toEqual({ sell: "USD", buy: "CNY" });
  expect(findPair(choices, "?sell=EUR&buy=JPY")).toEqual({ sell: "EUR", buy: "JPY" });
  expect(findPair(choices, "?sell=XXX&buy=USD")).toEqual({ sell: "USD", buy: "CNY" });
  const facts = { ...known.facts, USD: sold("0.00") };
  expect(findPair(listChoices({ ...known, facts }, "instant", request, "zh"), "")).toEqual({ sell: "JPY", buy: "CNY" });
  const one = { ...known, held: new Map([["USD", "1.00"]]) };
  expect(findPair(listChoices(one, "intra", request, "zh"), "")).toBeUndefined();
});
