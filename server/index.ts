/**
 * Public API of the server for products: functions that compile schemas, open the database and start a server, and
 * types that a product implements. Contains no payment terms.
 */
import type { Product } from "./app/product.ts";
import type { Services } from "./http/services.ts";
import { coreVocabulary } from "./lifecycle/vocabulary.ts";

export type { Handler } from "./calls/handler.ts";
export { coreVocabulary } from "./lifecycle/vocabulary.ts";
export type { Host, Parts, Product } from "./app/product.ts";
export { compileSchemas, readSchemas, type Schemas } from "./schemas/read.ts";
export type { Services } from "./http/services.ts";
export { startServer, type Server, type ServerOptions } from "./app/start.ts";
export { openDatabase } from "./store/open.ts";

/**
 * Creates a product that handles its calls with the server's own services and adds no parts.
 *
 * @example
 * const issues = createProduct({ visitor: { username: "reporter", name: "Reporter" } });
 */
export const createProduct = (options: Partial<Omit<Product, "open">>): Product => ({
  vocabulary: coreVocabulary,
  handlers: {},
  open: async () => ({ extend: (services: Services) => services }),
  ...options,
});
