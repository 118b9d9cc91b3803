import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BRIEF } from "./tests/server/brief.ts";
import budget from "./tests/budget.json" with { type: "json" };
import { productSchemas } from "./tools/product-schemas.ts";
import { WORKERS } from "./tools/suite-times.mjs";
import { schemasPlugin } from "./tools/vite-schemas.ts";

/** Seconds of suites as last recorded: long ones begin first, so that what is left at the end is short. */
const seconds: Readonly<Record<string, number>> = budget.unit;
const here = fileURLToPath(new URL(".", import.meta.url));
/** Kinds of workers in the order in which they run: the browser's suites are short and fill the end. */
const KINDS = ["node postgres", "node all", "dom all"];
/** Returns the kind of worker that a suite needs, of its project and environment. */
const workerOf = ({ moduleId, project }: TestSpecification): number => {
  const dom = readFileSync(moduleId, "utf8").startsWith("// @vitest-environment happy-dom");
  return KINDS.indexOf(`${dom ? "dom" : "node"} ${project.name}`);
};
/** Order of suites by a number, where a run has one (`npm run live`). */
const SEED = process.env.TEST_SEED;
/** Returns the suites in an order that the seed and their names decide. */
function shuffleBySeed(files: readonly TestSpecification[], seed: string): TestSpecification[] {
  const placeOf = ({ moduleId }: TestSpecification) =>
    createHash("sha256")
      .update(seed + moduleId)
      .digest("hex");
  return files.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}
/** Suites of one kind of worker follow each other: Vitest ends a worker when the next suite needs another kind, and the next one loads every module again. */
class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (SEED !== undefined) return shuffleBySeed(files, SEED);
    const ranked = (await super.sort(files)).map((file) => ({
      file,
      worker: workerOf(file),
      seconds: seconds[relative(here, file.moduleId).replaceAll("\\", "/")] ?? 0,
    }));
    return ranked.toSorted((a, b) => a.worker - b.worker || b.seconds - a.seconds).map(({ file }) => file);
  }
}

export default defineConfig({
  plugins: [
    react(),
    schemasPlugin({
      dir: process.env.SCHEMAS_DIR ?? fileURLToPath(new URL("schemas", import.meta.url)),
      ...productSchemas,
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
    globalSetup: ["tests/server/postgres.ts", "tests/server/database-thread.ts"],
    setupFiles: "tests/setup.ts",
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Patience costs nothing where all goes well: what is waited for takes as long as the machine lets it.
    expect: { poll: { timeout: 20_000 } },
    // Two cores: suites of the server wait for disks, processes and timers, so that three of them fill both.
    maxWorkers: WORKERS.unit,
    sequence: { sequencer: Sequencer },
    // A suite leaves nothing behind but modules, and those are a quarter of all the processor time when each suite loads them anew.
    isolate: false,
    execArgv: [...BRIEF],
  },
});
