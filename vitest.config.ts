import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BRIEF } from "./tests/server/brief.ts";
import { compileOptions } from "./server/payments/schemas.ts";
import { schemasPlugin } from "./tools/vite-schemas.ts";

/** Suites that take longer than ten seconds begin first, so that what is left at the end is short. */
const LONG = /\/(kill|pglite|schema-change|import|sandbox|guarded|plugin|changes|command|http-fuzz|books)\.test\.ts$/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

export default defineConfig({
  plugins: [
    react(),
    schemasPlugin({
      dir: process.env.SCHEMAS_DIR ?? fileURLToPath(new URL("schemas", import.meta.url)),
      ...compileOptions,
    }),
  ],
  test: {
    // Every suite once; those that speak to a whole server a second time on PostgreSQL. Suites of the storage and the ledger run on both by themselves.
    projects: [
      {
        extends: true,
        test: { name: "all", include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"], exclude: ["tests/e2e/**"] },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: ["tests/server/{http-*,session}.test.ts"],
          exclude: ["tests/server/http-{body,files}.test.ts"],
          env: { TEST_ENGINE: "postgres" },
        },
      },
    ],
    globalSetup: "tests/server/postgres.ts",
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Patience costs nothing where all goes well: what is waited for takes as long as the machine lets it.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // A suite leaves nothing behind but modules, and those are a quarter of all the processor time when each suite loads them anew.
    isolate: false,
    execArgv: [...BRIEF],
  },
});
