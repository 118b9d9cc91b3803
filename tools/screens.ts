/**
 * `npm run screens`: renders contact sheets of the built portal for review, with every page and tab of `pages.json` and
 * every kind of view in every state, into `.cache/screens/`. `npm run screens -- --help` lists the options.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { findBrowser } from "./browser.mjs";
import fillTemplate, { type Portal, signIn, startPortal } from "../tests/e2e/portal.ts";
import { type Picture, writeSheets } from "./screens/sheet.ts";
import { type State, states } from "./screens/states.ts";

const HELP = `npm run screens -- [word ...]   pictures whose name has one of the words (all without)
  --of pages|states    every page once, or every view in every state (both)
  --lang zh,en         languages
  --width 390,1440     widths in px; 768 by wish
  --theme light,dark   light without
  --user NAME          who looks (checker)
  --keep               leaves what lies in .cache/screens`;

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, ".cache/screens");
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: "string" },
    lang: { type: "string", default: "zh,en" },
    width: { type: "string", default: "390,1440" },
    theme: { type: "string", default: "light" },
    user: { type: "string", default: "checker" },
    keep: { type: "boolean" },
    help: { type: "boolean" },
  },
});

interface Listed {
  path: string;
  access?: string;
  redirect?: string;
  tabs?: { id: string }[];
}
/** Returns every page and tab as a state. */
function listPages(): State[] {
  const pages = JSON.parse(readFileSync(join(root, "schemas/pages.json"), "utf8")) as Listed[];
  const addresses = pages
    .filter(({ access, redirect, path }) => access !== "public" && !redirect && path !== "/redirect")
    .flatMap(({ path, tabs }) => tabs?.map((tab) => `${path}?tab=${tab.id}`) ?? [path]);
  return addresses.map((address) => ({
    name: address,
    show: async ({ page, url }) => void (await page.goto(url + address)),
  }));
}

interface Appearance {
  lang: "zh" | "en";
  width: number;
  theme: string;
}
const SETTLE_MS = 400;
const buildFileName = (appearance: Appearance, name: string) =>
  `${appearance.lang}-${appearance.width}-${appearance.theme}-${name.replaceAll(/[^\w]+/g, "-").replaceAll(/^-|-$/g, "")}.png`;

/**
 * Takes a screenshot. Overrides such as routes and offline mode end with the page. A state that is not reached is
 * reported and captured as far as it got.
 */
async function takeScreenshot(
  context: BrowserContext,
  portal: Portal,
  appearance: Appearance,
  { name, show, screen }: State,
): Promise<Picture> {
  const page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.accept());
  page.setDefaultTimeout(8_000);
  let label = name;
  try {
    await show({ page, context, portal, url: portal.url, lang: appearance.lang, phone: appearance.width < 580 });
  } catch (error) {
    label = `NOT REACHED ${name}`;
    console.error(`${label} (${appearance.lang}, ${appearance.width}): ${(error as Error).message.split("\n")[0]}`);
  }
  await page.waitForLoadState("networkidle").catch(() => undefined);
  // Waits for skeletons (200 ms) and transitions.
  await page.waitForTimeout(SETTLE_MS);
  const file = buildFileName(appearance, name);
  // Makes the viewport as tall as the page, so that sticky elements do not cover its middle.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (!screen && height > 844) await page.setViewportSize({ width: appearance.width, height: Math.min(height, 4_000) });
  await page.screenshot({ path: join(out, file), animations: "disabled" });
  await context.setOffline(false);
  await page.close();
  return { label, file };
}

async function takeScreenshots(
  browser: Browser,
  portal: Portal,
  appearance: Appearance,
  wanted: readonly State[],
): Promise<Picture[]> {
  const contexts = new Map<string | null, BrowserContext>();
  const contextOf = async (user: string | null): Promise<BrowserContext> => {
    const context = await browser.newContext({
      locale: appearance.lang === "zh" ? "zh-CN" : "en-GB",
      timezoneId: "Asia/Shanghai",
      viewport: { width: appearance.width, height: 844 },
      hasTouch: appearance.width < 580,
      colorScheme: appearance.theme === "dark" ? "dark" : "light",
      reducedMotion: "reduce",
    });
    await context.addCookies([{ name: "lang", value: appearance.lang, url: portal.url }]);
    contexts.set(user, context);
    const page = await context.newPage();
    if (user) await signIn(page, portal.url, `${user}@demo.portolan`, { lang: appearance.lang });
    await page.close();
    return context;
  };
  const pictures: Picture[] = [];
  for (const state of wanted) {
    const user = state.user === undefined ? values.user : state.user;
    pictures.push(await takeScreenshot(contexts.get(user) ?? (await contextOf(user)), portal, appearance, state));
  }
  for (const context of contexts.values()) await context.close();
  return pictures;
}

async function main(): Promise<void> {
  if (!values.keep) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const groups = { pages: listPages(), states: [...states] };
  await fillTemplate();
  const portal = await startPortal();
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    for (const [group, all] of Object.entries(groups)) {
      const wanted =
        values.of && values.of !== group
          ? []
          : all.filter(({ name }) => names.length === 0 || names.some((word) => name.includes(word)));
      if (wanted.length === 0) continue;
      for (const lang of values.lang.split(",") as Appearance["lang"][])
        for (const width of values.width.split(",").map(Number))
          for (const theme of values.theme.split(",")) {
            const pictures = await takeScreenshots(browser, portal, { lang, width, theme }, wanted);
            for (const sheet of await writeSheets(
              browser,
              { folder: out, name: `${group}-${lang}-${width}-${theme}`, width },
              pictures,
            ))
              console.log(sheet);
          }
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
}

if (values.help) console.log(HELP);
else await main();
