import { defineConfig } from "@playwright/test";

/** Each story starts its own server on a free port and an empty data folder (`tests/e2e/portal.ts`). */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Two cores: one story at a time, so that a slow machine does not fail a sound product.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"], ["json"]],
  outputDir: "test-results",
  use: {
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
