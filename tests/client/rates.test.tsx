// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { Rates } from "../../src/screens/home/Rates.tsx";
import { mount, portsOf } from "../engine/form-fixtures.tsx";

const spoken = vi.hoisted(() => ({ words: {} as Record<string, string> }));
vi.mock("../../src/engine/app/client/i18n.ts", () => ({ t: (key: string) => spoken.words[key] ?? key }));
let close: () => void = () => undefined;
afterEach(() => close());

const READER = { zh: ["您买入价", "您卖出价"], en: ["You buy at", "You sell at"] } as const;
for (const lang of ["zh", "en"] as const) {
  it(`names both sides of a price from the user's side, not the bank's, ${lang} [H1]`, async () => {
    spoken.words = JSON.parse(readFileSync(`locales/${lang}/home.json`, "utf8")) as Record<string, string>;
    const now = new Date(0).toISOString();
    const usd = {
      pair: "USD/CNY",
      base: "USD",
      quote: "CNY",
      name: "USD",
      mid: "7.0600",
      buy: "7.0777",
      sell: "7.0424",
      at: now,
      stale: false,
    };
    const { page, unmount } = await mount(<Rates rates={[usd]} history={{}} note="" />, portsOf());
    close = unmount;
    const heads = [...page.querySelectorAll(".hm-table > thead th")].map((head) => head.textContent);
    const cells = [...page.querySelectorAll(".hm-table > tbody > tr > *")].map((cell) => cell.textContent);
    // A merchant pays more than the mid-market rate for a dollar, and receives less for one.
    expect(cells[heads.indexOf(READER[lang][0])], READER[lang][0]).toBe("7.0777");
    expect(cells[heads.indexOf(READER[lang][1])], READER[lang][1]).toBe("7.0424");
  });
}
