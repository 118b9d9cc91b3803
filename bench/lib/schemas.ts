/**
 * A schema folder with the benchmark's own entities, so that the product's plugin and compiler build what is measured.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBatchFile } from "../server/batch.ts";
import { FORM_NAMES, createFormPlan, createSchemaFile } from "../forms/make.ts";
import { createListFile } from "../lists/make.ts";
import { out, root } from "./paths.ts";

/** Creates the folder from scratch. Returns its path. */
export function writeSchemas(): string {
  const dir = join(out, "schemas");
  rmSync(dir, { recursive: true, force: true });
  for (const folder of ["entities", "calls", "data", "shared"]) mkdirSync(join(dir, folder), { recursive: true });
  const write = (path: string, value: unknown) => writeFileSync(join(dir, path), JSON.stringify(value, null, 2));
  for (const name of FORM_NAMES) write(`entities/${name}.json`, createSchemaFile(createFormPlan(name)));
  write("entities/order.json", createListFile());
  write("entities/batch.json", createBatchFile());
  write("pages.json", []);
  write("contexts.json", {});
  copyFileSync(join(root, "schemas/constants.json"), join(dir, "constants.json"));
  copyFileSync(join(root, "schemas/data/currency.json"), join(dir, "data/currency.json"));
  for (const name of ["currency"])
    copyFileSync(join(root, `schemas/entities/${name}.json`), join(dir, `entities/${name}.json`));
  return dir;
}
