/**
 * Renaming a field or a column causes tsc errors wherever a handler, a screen, a view, the app, a row of SQL or a typed
 * test reads it, and nowhere in the engine below the app kit.
 */
import { expect, it } from "vitest";
import { checkRename } from "../../tools/types/check-rename.ts";

const NAME = "reports renamed fields of a request, a balance and an order, and renamed columns of rows";
// Compiles the whole program.
it(NAME, { timeout: 180_000 }, async () => {
  const names = [
    "login.username",
    "wallet.withdrawable",
    "withdrawal.amount",
    "portal_user.login_hash",
    "audit.prev_hash",
  ];
  const { uses, missed, engine } = await checkRename(names);
  expect({ missed, engine }).toEqual({ missed: [], engine: [] });
  for (const name of names) expect(uses[name], name).not.toHaveLength(0);
  expect(
    Object.values(uses)
      .flat()
      .map((place) => place.replace(/:\d+$/, "")),
  ).toEqual(
    expect.arrayContaining([
      "server/payments/account/login.ts",
      "src/engine/app/session/SignInForm.tsx",
      "src/screens/home/Money.tsx",
      "server/session/users.ts",
      "server/audit/audit.ts",
    ]),
  );
});
it("rejects a field that neither a type nor a table declares", () =>
  expect(checkRename(["login.usrname"])).rejects.toThrow("login.usrname"));
