/** The product's schemas for tests. */
import { join } from "node:path";
import { readSchemas } from "../server/payments/schemas.ts";
import type { Schemas } from "@portolan/engine/folder";

export const SCHEMAS_DIR = join(import.meta.dirname, "..", "schemas");

let product: Schemas | undefined;

/** Returns the product's schemas, compiled once per process. */
export const productSchemas = (): Schemas => (product ??= readSchemas(SCHEMAS_DIR));

/** Reads a folder of schemas; the product's is compiled once per process. */
export const readSchemasOf = (dir: string): Schemas => (dir === SCHEMAS_DIR ? productSchemas() : readSchemas(dir));
