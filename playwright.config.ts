import { defineConfig } from "@playwright/test";

/**
 * The longest specs, and those that need their own portal. They run first, so that all workers finish at about the same
 * time.
 */
const LONG = /\/(all-kinds|pages|story|added-entity|example|walk|workbench)\.spec\.ts$/;

/** Each worker starts its own server on a free port, with its own demo data (`tests/e2e/portal.ts`). */
export default defineConfig({
  testDir: "tests/e2e",
  // Playwright runs projects in this order, and the files of each by name.
  projects: [
    { name: "long", testMatch: LONG },
    { name: "short", testMatch: "*.spec.ts", testIgnore: LONG },
  ],
  globalSetup: "tests/e2e/portal.ts",
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Three workers keep two cores busy, because each test spends a third of its time waiting for the server or the
  // browser.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"], ["json"]],
  outputDir: "test-results",
  use: {
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // Pages live only seconds; a larger young generation from the start saves 5% of CPU time.
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--js-flags=--min-semi-space-size=16",
      ],
    },
    // Recording traces costs 20% of CPU time; use `--trace on` for a failing test.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
