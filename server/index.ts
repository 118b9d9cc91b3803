/** The door to the server for a product: what it starts, and what it may hand in. Names nothing of payments. */
import type { Product } from "./product.ts";
import type { Services } from "./services.ts";
import { coreVocabulary } from "./lifecycle/vocabulary.ts";

export type { Handler } from "./calls/handler.ts";
export { coreVocabulary } from "./lifecycle/vocabulary.ts";
export type { Host, Parts, Product } from "./product.ts";
export { compileSchemas, readSchemas, type Schemas } from "./schemas/read.ts";
export type { Services } from "./services.ts";
export { startServer, type Server, type ServerOptions } from "./start.ts";
export { openDatabase } from "./store/open.ts";

/**
 * Returns a product that handles its calls with the server's own services, and has no parts of its own.
 * @example const issues = createProduct({ visitor: { username: "reporter", name: "Reporter" } });
 */
export const createProduct = (options: Partial<Omit<Product, "open">>): Product => ({
  vocabulary: coreVocabulary,
  handlers: {},
  open: async () => ({ extend: (services: Services) => services }),
  ...options,
});
