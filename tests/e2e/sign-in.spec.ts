/**
 * Sign-in from an unknown browser to an account under attack: solves the proof of work, shows progress and keeps the
 * input.
 */
import { digestPassword } from "../../server/session/password.ts";
import { Client } from "../server/client.ts";
import { expect, PASSWORD, test } from "./portal.ts";
import type { Screen } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const SCREENS: (Screen & { user: string; workers: boolean })[] = [
  { lang: "zh", width: 1440, user: "failed", workers: true },
  { lang: "en", width: 390, user: "review", workers: false },
];

for (const { user, workers, ...screen } of SCREENS) {
  test(`a guessed-at account lets its owner in, ${screen.lang} at ${screen.width} px, ${workers ? "with" : "without"} workers`, async ({
    browser,
    portal,
  }) => {
    const username = `${user}@demo.portolan`;
    for (let n = 0; n < 6; n++)
      await new Client(portal.url).call("POST /mer/login", {
        username,
        password: digestPassword("login", `guess ${n}`),
      });
    const me = await Visitor.arrive(browser, portal.url, screen);
    const { page, context, say } = me;
    await context.addCookies([{ name: "lang", value: screen.lang, url: portal.url }]);
    let search = () => {};
    const held = new Promise<void>((resolve) => (search = resolve));
    if (workers)
      await page.route(/\/proof-of-work-(worker|search)[^/]*\.js/, async (route) => (await held, route.continue()));
    else await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Worker"));
    const files: string[] = [];
    page.on("request", (request) => /\/proof-of-work-/.test(request.url()) && files.push(request.url()));
    await page.goto(`${portal.url}/login`);
    const name = page.getByLabel(say("登录邮箱", "Email")).first();
    await name.fill(username);
    await page.getByRole("textbox", { name: say("登录密码", "Password"), exact: true }).fill(PASSWORD);
    // The solver is loaded only when needed.
    expect(files).toEqual([]);
    await me.button(say("登录", "Sign in")).click();
    const said = page.getByText(
      say(
        "正在进行安全验证，通常只需几秒。",
        "Your browser is running a security check. It takes a few seconds; what you entered stays.",
      ),
    );
    if (workers) {
      await expect(said).toBeVisible();
      await expect(name).toHaveValue(username);
      await me.accessible("sign-in at work");
      await me.fits("sign-in at work");
      if (process.env.PICTURES)
        for (const width of [390, 768, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          await page.screenshot({ path: `${process.env.PICTURES}/working-${screen.lang}-${width}.png` });
        }
      search();
    }
    await expect(page).not.toHaveURL(/\/login/, { timeout: 60_000 });
    expect(files.length).toBeGreaterThan(0);
    await me.leave();
  });
}
