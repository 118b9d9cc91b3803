/**
 * Renaming a field causes tsc errors wherever a handler, a screen, the app or a typed test reads it, and nowhere in the
 * engine.
 */
import { expect, it } from "vitest";
import { checkRename } from "../../tools/types/check-rename.ts";

it("reports renamed fields of a request, a balance and an order", async () => {
  const names = ["login.username", "wallet.withdrawable", "withdrawal.amount"];
  const { uses, missed, engine } = await checkRename(names);
  expect({ missed, engine }).toEqual({ missed: [], engine: [] });
  for (const name of names) expect(uses[name], name).not.toHaveLength(0);
  expect(
    Object.values(uses)
      .flat()
      .map((place) => place.replace(/:\d+$/, "")),
  ).toEqual(
    expect.arrayContaining(["server/calls/login.ts", "src/app/session/SignInForm.tsx", "src/screens/home/Money.tsx"]),
  );
});
it("rejects a field that no type declares", () =>
  expect(checkRename(["login.usrname"])).rejects.toThrow("login.usrname"));
