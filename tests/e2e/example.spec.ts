/**
 * The issue tracker example in a browser, created and built as its README describes: list and form with the engine's
 * default theme.
 */
import { expect, test } from "./portal.ts";
import { makeExample, type MadeExample } from "../examples/make.ts";

let example: MadeExample;
let address = "";
test.use({ locale: "en-GB", timezoneId: "UTC" });

test.beforeAll(async () => {
  example = makeExample("issues");
  await example.run("vite.js build");
  address = await example.start();
});
test.afterAll(() => example.remove());

for (const width of [1440, 390])
  test(`an issue is reported, listed and started at ${width} px`, async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.setViewportSize({ width, height: 800 });
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const title = `Reported at ${width} px`;
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: "Issues" })).toBeVisible();
    await fits();
    // The primary button has the theme's primary colour, so the theme has loaded completely.
    const add = page.getByRole("link", { name: "New issue" }).first();
    await expect(add).toHaveCSS("background-color", "rgb(47, 91, 208)");
    await add.click();
    await page.getByRole("button", { name: "Report issue" }).click();
    await expect(page.getByText("Title is required").first()).toBeVisible();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("radio", { name: "Feature" }).check();
    await fits();
    await page.getByRole("button", { name: "Report issue" }).click();
    const row = width > 600 ? page.getByRole("row", { name: title }) : page.locator(".pt-card", { hasText: title });
    await expect(row.getByText("Open", { exact: true })).toBeVisible();
    await fits();
    await row.getByRole("link").first().click();
    await page.getByRole("button", { name: "Start work" }).click();
    await expect(page.getByText("Work has started.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(row.getByText("In progress", { exact: true })).toBeVisible();
    expect(errors).toEqual([]);
  });
