import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BRIEF } from "./tests/server/brief.ts";
import { productSchemas } from "./tools/product-schemas.ts";
import { schemasPlugin } from "./tools/vite-schemas.ts";

/** Suites that take longer than ten seconds begin first, so that what is left at the end is short. */
const LONG =
  /\/(kill|pglite|schema-change|import|sandbox|guarded|plugin|changes(-diff)?|command|http-fuzz|books)\.test\.ts$/;
/** Kinds of workers in the order in which they run: the browser's suites are short and fill the end. */
const WORKERS = ["node postgres", "node all", "dom all"];
/** Returns the kind of worker that a suite needs, of its project and environment. */
const workerOf = ({ moduleId, project }: TestSpecification): number => {
  const dom = readFileSync(moduleId, "utf8").startsWith("// @vitest-environment happy-dom");
  return WORKERS.indexOf(`${dom ? "dom" : "node"} ${project.name}`);
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
      rank: workerOf(file) * 2 + Number(!LONG.test(file.moduleId)),
    }));
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ file }) => file);
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
    maxWorkers: 2,
    sequence: { sequencer: Sequencer },
    // A suite leaves nothing behind but modules, and those are a quarter of all the processor time when each suite loads them anew.
    isolate: false,
    execArgv: [...BRIEF],
  },
});
