/** A merchant's beginning against the real server, in both languages: from an address that nobody knows to pages that are open. */
import { register } from "./story/account.ts";
import { certify } from "./story/certify.ts";
import { leave } from "./story/leave.ts";
import { Merchant } from "./story/merchant.ts";
import { secure } from "./story/secure.ts";
import { signIn } from "./story/sign-in.ts";
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
    test("sets a payment password and binds an authenticator [H10 L8 R6 R7 R19 S9]", () => secure(merchant));
    test("signs in by each door, with a new password and with one that was forgotten [H11 L8 M4 M8 M9 P6 S8]", () => signIn(merchant));
    test("is certified at the second try [F10 R21]", () => certify(merchant));
    test("signs another device out and switches the second factor off [P6 R6 R19]", () => leave(merchant));
  });
}
