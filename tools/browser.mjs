/**
 * Finds or installs Chromium for the browser tests, and a Chinese font, without which screenshots would show empty
 * boxes.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./install.mjs";

/** The headless shell uses about a sixth less CPU time. Measurements need the full browser, like users have. */
const SHELL = "/usr/bin/chromium-headless-shell";
/** Longer than this the download costs more than the shell saves. */
const SHELL_MS = 60_000;
const DEBIAN = "/usr/bin/chromium";
const SYSTEM = [
  DEBIAN,
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const tryRun = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: "ignore", ...options }).status === 0;
const canApt = () => process.platform === "linux" && process.getuid?.() === 0 && tryRun("apt-get", ["--version"]);

/** Installs Debian packages. Returns false when they are unknown or apt cannot be used. */
export function installWithApt(...packages) {
  if (!canApt()) return false;
  console.log(`Installing ${packages.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const add = () => tryRun("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env });
  return add() || (tryRun("apt-get", ["update"], { env }) && add());
}

/** Installs the headless shell of an installed Chromium, of the same version. Returns false if that is not possible. */
function addShell() {
  const { stdout } = spawnSync("dpkg-query", ["--show", "--showformat=${Version}", "chromium"], { encoding: "utf8" });
  if (!stdout || !canApt()) return false;
  console.log("Installing chromium-headless-shell …");
  const install = ["install", "-y", "--no-install-recommends", `chromium-headless-shell=${stdout}`];
  return tryRun("apt-get", install, { timeout: SHELL_MS }) && existsSync(SHELL);
}

/**
 * Returns the path of a browser executable. With `whole`, never returns the headless shell.
 * @throws Error with instructions when no browser is found or can be installed
 */
export function findBrowser({ whole = false } = {}) {
  const { chromium } = createRequire(import.meta.url)("playwright-core");
  const known = () =>
    [process.env.CHROMIUM_PATH, chromium.executablePath(), ...(whole ? [] : [SHELL]), ...SYSTEM].find(
      (path) => path && existsSync(path),
    );
  const found = known();
  if (found === DEBIAN && !whole && process.env.CHROMIUM_PATH !== found && addShell()) return SHELL;
  if (found) return found;
  console.log("Installing a browser for the tests …");
  tryRun(process.execPath, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"]);
  if (!known() && (whole || !installWithApt("chromium-headless-shell"))) installWithApt("chromium");
  const installed = known();
  if (!installed)
    throw new Error("No Chromium found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.");
  return installed;
}

/** Installs a Chinese font on Linux if it is missing and apt is available; otherwise prints a warning. */
export function ensureChineseFont() {
  const listed = spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" });
  if (process.platform !== "linux" || (listed.status === 0 && listed.stdout.trim() !== "")) return;
  if (!installWithApt("fontconfig", "fonts-noto-cjk")) console.warn("No Chinese font: screenshots will show boxes.");
}
