/** Compiles the product's schema folder, with the names of the jobs that its lifecycles may enqueue. */
import { engine } from "../../src/payments/compiler.ts";
import { PORTS } from "../providers/provider-port.ts";
import * as read from "../schemas/read.ts";

export type { CompiledSchemas } from "../schemas/read.ts";

/** Jobs that the product runs itself. `job-handlers.ts` has a handler for each. */
export const OWN_JOBS = ["card.make", "collection.book", "network.opened"] as const;
export type OwnJob = (typeof OWN_JOBS)[number];

export const jobNames: readonly string[] = [...OWN_JOBS, ...PORTS.flatMap(({ jobs }) => jobs)].toSorted();

/** Options for compiling the product's schemas: its engine, and the jobs that lifecycles may enqueue. */
export const compileOptions = { engine, jobs: jobNames };

/**
 * Compiles a folder without creating validators. `overlay`: contents that replace files.
 *
 * @throws SchemaErrors with all findings in all files
 */
export const compileSchemas = (dir: string, overlay?: Readonly<Record<string, string>>): read.CompiledSchemas =>
  read.compileSchemas(dir, { ...compileOptions, ...(overlay ? { overlay } : {}) });

/**
 * Reads and compiles a folder. Validators are created on first use.
 *
 * @throws SchemaErrors with all findings in all files
 */
export const readSchemas = (dir: string): read.Schemas => read.readSchemas(dir, compileOptions);
