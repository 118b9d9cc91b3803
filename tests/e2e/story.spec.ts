/** A merchant's beginning against the real server, in both languages: from an address that nobody knows to pages that are open. */
import { register } from "./story/account.ts";
import { certify } from "./story/certify.ts";
import { Merchant } from "./story/merchant.ts";
import { test } from "./portal.ts";
import type { Screen } from "./visitor.ts";

const screens: Screen[] = [
  { lang: "zh", width: 1440 },
  { lang: "en", width: 390 },
];

for (const screen of screens) {
  test.describe.serial(`a merchant's life, ${screen.lang} at ${screen.width} px:`, () => {
    let merchant: Merchant;
    test.beforeAll(async ({ browser, portal }) => {
      merchant = await Merchant.arrive(browser, portal, screen);
    });
    test.afterAll(() => merchant.me.leave());

    test("registers [H11 L9 S10 V17 V18 V19 V28 K3]", () => register(merchant));
    test("is certified at the second try [F10 R21]", () => certify(merchant));
  });
}
