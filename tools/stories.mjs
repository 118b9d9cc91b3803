/**
 * `npm run stories -- [spec ...] [option ...]`: the browser stories on all of their screens, of which `npm test` walks
 * the first. Words and options are Playwright's.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { ensureChineseFont, findBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";

const HELP = `npm run stories -- [spec ...] [option ...]   browser stories on all of their screens; npm test walks the first of each
  walk pages           only these specs
  -g TITLE             only tests whose title has this
  --repeat-each 5      each as often
  --workers 1          one after the other
  --help               this text`;

const words = process.argv.slice(2);
if (words.includes("--help")) {
  console.log(HELP);
  process.exit(0);
}
install();
build();
ensureChineseFont();
const playwright = createRequire(import.meta.url).resolve("@playwright/test/cli");
const { status } = spawnSync(process.execPath, [playwright, "test", "--reporter=list", ...words], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: findBrowser(), STORY_SCREENS: "all" },
});
process.exit(status ?? 1);
