import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { schemasPlugin } from "./tools/vite-schemas.ts";

export default defineConfig({
  plugins: [react(), schemasPlugin({ dir: process.env.SCHEMAS_DIR ?? fileURLToPath(new URL("schemas", import.meta.url)) })],
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**"],
    globalSetup: "tests/server/postgres.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
