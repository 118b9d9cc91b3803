import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { tsImport } from "tsx/esm/api";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SHORT_LIVED } from "./tests/server/short-lived.ts";
import budget from "./tests/budget.json" with { type: "json" };
import { WORKERS } from "./tools/suite-times.mjs";

// Vite loads its configuration without a compiler for the packages of this repository, which are TypeScript.
const { createPortalSchemas } = (await tsImport(
  "./tools/portal-plugins.ts",
  import.meta.url,
)) as typeof import("./tools/portal-plugins.ts");

/** Recorded duration of each suite in seconds. Long ones start first, so that the remainder at the end is short. */
const seconds: Readonly<Record<string, number>> = budget.unit;
const here = fileURLToPath(new URL(".", import.meta.url));
/** Kinds of workers in the order they run; browser suites are short and fill the end. */
const KINDS = ["node pglite", "node all", "dom all"];
/** Returns the kind of worker for a suite, from its project and environment. */
const workerOf = ({ moduleId, project }: TestSpecification): number => {
  const dom = readFileSync(moduleId, "utf8").startsWith("// @vitest-environment happy-dom");
  return KINDS.indexOf(`${dom ? "dom" : "node"} ${project.name}`);
};
/** Seed for the order of suites, if set (`npm run live`). */
const SEED = process.env.TEST_SEED;
/** Returns the suites in an order determined by the seed and their names. */
function shuffleBySeed(files: readonly TestSpecification[], seed: string): TestSpecification[] {
  const placeOf = ({ moduleId }: TestSpecification) =>
    createHash("sha256")
      .update(seed + moduleId)
      .digest("hex");
  return files.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}
/**
 * Groups suites by kind of worker: Vitest ends a worker when the next suite needs a different kind, and the new worker
 * loads every module again.
 */
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
    createPortalSchemas(process.env.SCHEMAS_DIR ?? fileURLToPath(new URL("schemas", import.meta.url))),
  ],
  test: {
    // Every suite runs once, on PostgreSQL, and some that need a complete server a second time on the embedded engine.
    // Suites of storage and ledger cover both engines themselves.
    projects: [
      {
        extends: true,
        test: { name: "all", include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"], exclude: ["tests/e2e/**"] },
      },
      {
        extends: true,
        test: {
          name: "pglite",
          include: ["tests/server/http-{fuzz,health,refusals,tenants,walk}.test.ts"],
          env: { TEST_ENGINE: "pglite" },
        },
      },
    ],
    globalSetup: ["tests/server/postgres.ts", "tests/server/database-thread.ts"],
    setupFiles: "tests/setup.ts",
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // A long timeout costs nothing in the normal case; slow machines need it.
    expect: { poll: { timeout: 20_000 } },
    // Three workers keep two cores busy, because server suites wait for disks, processes and timers.
    maxWorkers: WORKERS.unit,
    sequence: { sequencer: Sequencer },
    // Suites leave nothing behind except for modules, and loading those for each suite would take a quarter of the CPU
    // time.
    isolate: false,
    execArgv: [...SHORT_LIVED],
  },
});
