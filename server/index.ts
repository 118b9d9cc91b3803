/**
 * Public API of the server for products: functions that compile schemas, open the database and start a server, and
 * types that a product implements. Contains no payment terms.
 */
import { readSchemas as readFolder, type CompileOptions, type Schemas } from "@portolan/engine/folder";
import { failures } from "../src/contract/failures.ts";
import { sessionHandlers } from "./calls/index.ts";
import type { Product } from "./app/product.ts";
import type { Services } from "./http/services.ts";
import { coreVocabulary } from "./lifecycle/vocabulary.ts";

export type { Handler } from "./calls/handler.ts";
export { coreVocabulary } from "./lifecycle/vocabulary.ts";
export type { Host, Parts, Product } from "./app/product.ts";
export type { Services } from "./http/services.ts";
export { startServer, type Server, type ServerOptions } from "./app/start.ts";
export { openDatabase } from "./store/open.ts";

/**
 * Reads and compiles a folder of schemas, which may use the failures of the server.
 *
 * @throws NoSchemas for a folder without an entity, SchemaErrors for invalid schemas
 * @example
 * const schemas = readSchemas("schemas", { engine: createEngine(dialect) });
 */
export const readSchemas = (dir: string, options: CompileOptions): Schemas =>
  readFolder(dir, { failures: Object.keys(failures), ...options });

/**
 * Creates a product that handles its calls, and those of sign-in, with the server's own services and adds no parts.
 *
 * @example
 * const issues = createProduct({ title: "Issues", visitor: { username: "reporter", name: "Reporter" } });
 */
export const createProduct = (options: Pick<Product, "title"> & Partial<Omit<Product, "open">>): Product => ({
  vocabulary: coreVocabulary,
  open: async () => ({ extend: (services: Services) => services }),
  ...options,
  handlers: { ...sessionHandlers, ...options.handlers },
});
