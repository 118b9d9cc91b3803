import { defineConfig } from "@playwright/test";

/** Specs that take longest or need a portal of their own: they run first, so that all workers end together. */
const LONG = /\/(all-kinds|pages|story|added-entity|example|walk|workbench)\.spec\.ts$/;

/** Each worker starts its own server on a free port with demo data of its own (`tests/e2e/portal.ts`). */
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
  // Two cores: a story waits for its server or its browser a third of the time, so that three of them fill both.
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
      // Pages that live for seconds: with room for their young objects from the start a twentieth less of processor time.
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
    // A recorded trace costs a fifth of all the processor time; `--trace on` for the story that fails.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
