/**
 * Life of a merchant on the real server, in both languages: from an unknown address to money, payees, cards and
 * records.
 */
import { register } from "./story/account.ts";
import { cards } from "./story/cards.ts";
import { certify } from "./story/certify.ts";
import { exchange } from "./story/exchange.ts";
import { leave } from "./story/leave.ts";
import { Merchant } from "./story/merchant.ts";
import { moneyIn } from "./story/money-in.ts";
import { records } from "./story/records.ts";
import { remit } from "./story/remit.ts";
import { secure } from "./story/secure.ts";
import { signIn } from "./story/sign-in.ts";
import { transfer } from "./story/transfer.ts";
import { type Portal, startPortal, test } from "./portal.ts";
import { ALL_SCREENS, DESKTOP, PHONE } from "./screens.ts";

// Uses a separate portal, because the clock is advanced.
let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal.stop());

for (const screen of [DESKTOP, PHONE]) {
  test.describe.serial(`a merchant's life, ${screen.lang} at ${screen.width} px:`, () => {
    let merchant: Merchant;
    test.beforeAll(async ({ browser }) => {
      merchant = await Merchant.arrive(browser, portal, screen);
    });
    // A page that is open when its session ends may have pending reads.
    test.afterAll(() => merchant.me.leave());

    // On a desktop a company, on a phone an individual, whose life ends with the certification in `npm test`.
    const isWhole = screen === DESKTOP || ALL_SCREENS;

    test("registers [H11 L9 S10 V17 V18 V19 V28 K3]", () => register(merchant));
    if (isWhole) {
      test("sets a payment password and binds an authenticator [H10 L8 R6 R7 R19 S9]", () => secure(merchant));
      test("signs in by each door, with a new password and with one that was forgotten [H11 L8 M4 M8 M9 P6 S8]", () =>
        signIn(merchant));
    }
    test("is certified at the second try [F10 R21]", () => certify(merchant));
    if (!isWhole) return;
    test("is paid from abroad and shows its documents [F1 F2 R5 R20 R23 R24 S3]", () => moneyIn(merchant));
    test("exchanges dollars for yuan [F3 R9 R28]", () => exchange(merchant));
    test("pays abroad by two people, and has it back [F5 R17 R22 S4]", () => remit(merchant));
    test("pays another merchant in two ways [F6 F7 R10 R32 M14]", () => transfer(merchant));
    test("has cards [R16 R33 R35 H8 F8 C99 C100 C104 C105 C107 C108 V9]", () => cards(merchant));
    test("finds its records, a file of them and a receipt [F9 H9 R18]", () => records(merchant));
    test("signs another device out and switches the second factor off [P6 R6 R19]", () => leave(merchant));
  });
}
