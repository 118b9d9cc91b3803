/** Compiles the product's schema folder, with the names of the jobs that its lifecycles may enqueue. */
import { engine } from "../../src/payments/compiler.ts";
import { formats } from "../files/file-formats.ts";
import { failures } from "../../src/contract/failures.ts";
import { PORTS } from "../providers/provider-port.ts";
import * as read from "@portolan/engine/folder";
import type { CompileOptions } from "@portolan/engine/folder";

export type { CompiledSchemas } from "@portolan/engine/folder";

/**
 * Jobs that the product runs itself, with the fields that an entity must have for each. `job-handlers.ts` has a handler
 * for each.
 */
const ownJobs = {
  "card.make": ["bin", "count", "validMonths"],
  "collection.book": ["currency", "actualAmount"],
  "network.opened": ["institution", "companyName", "currencies", "openedAccount"],
} satisfies CompileOptions["jobs"];
export type OwnJob = keyof typeof ownJobs;
export const OWN_JOBS: readonly string[] = Object.keys(ownJobs);

/** Options for compiling the product's schemas: its engine, the jobs that lifecycles may enqueue, and known file types. */
export const compileOptions = {
  engine,
  failures: Object.keys(failures),
  jobs: { ...ownJobs, ...Object.fromEntries(PORTS.flatMap(({ fields }) => Object.entries(fields))) },
  fileTypes: formats.flatMap(({ extensions, mime }) => [...extensions.map((extension) => `.${extension}`), mime]),
};

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
