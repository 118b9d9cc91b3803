// @vitest-environment happy-dom
/** The signed-in user is never the previous one, however late that response arrives. */
import "./portal-options.ts";
import { afterEach, expect, it, vi } from "vitest";

const results: { userInfo: ((map: object) => void)[]; menu: ((map: object) => void)[] } = { userInfo: [], menu: [] };
vi.mock("../../src/engine/app/client/call.ts", () => ({
  call: (name: "userInfo" | "menu") => new Promise((resolve) => results[name].push(resolve)),
}));
const { getCurrentUser, forgetUser, subscribeUser, ensureUser } = await import("../../src/engine/app/session/user.ts");

afterEach(forgetUser);
const answer = (of: number, userId: string) => {
  results.menu[of]!({ merMenuList: [{ menuId: `${userId}'s` }] });
  results.userInfo[of]!({ userId, name: userId, userStatus: 1, grants: [`${userId}'s.review`] });
};

it("keeps the current user when the response for the previous one arrives last", async () => {
  const heard = vi.fn();
  const stop = subscribeUser(heard);
  const before = ensureUser();
  forgetUser();
  const now = ensureUser();
  expect(now).not.toBe(before);
  answer(1, "ben");
  expect((await now).user.userId).toBe("ben");
  answer(0, "anna");
  await before;
  expect([getCurrentUser()?.user.userId, localStorage.getItem("permittedMenus"), heard.mock.calls.length]).toEqual([
    "ben",
    '["ben\'s"]',
    1,
  ]);
  expect([...(await ensureUser()).granted]).toEqual(["ben's", "ben's.review"]);
  stop();
});
