/** The product's schema folder, with the names of the jobs that its lifecycles may leave. */
import { engine } from "../../src/payments/compiler.ts";
import { PORTS } from "../providers/port.ts";
import * as read from "../schemas/read.ts";

export type { CompiledSchemas } from "../schemas/read.ts";

/** Jobs that the product does itself; `job-handlers.ts` has a handler for each. */
export const OWN_JOBS = ["card.make", "collection.book", "network.opened"] as const;
export type OwnJob = (typeof OWN_JOBS)[number];

/** Every job that a lifecycle may leave, in order. */
export const jobNames: readonly string[] = [...OWN_JOBS, ...PORTS.flatMap(({ jobs }) => jobs)].toSorted();

/** How the product's schemas are compiled. */
export const compileOptions = { engine, jobs: jobNames };

/** Compiles a folder without making validators. `overlay`: texts that take the place of files. @throws SchemaErrors with every finding of every file. */
export const compileSchemas = (dir: string, overlay?: Readonly<Record<string, string>>): read.CompiledSchemas =>
  read.compileSchemas(dir, { ...compileOptions, ...(overlay ? { overlay } : {}) });

/** Reads and compiles a folder; validators are made at their first use. @throws SchemaErrors with every finding of every file. */
export const readSchemas = (dir: string): read.Schemas => read.readSchemas(dir, compileOptions);
