import { fileURLToPath } from "node:url";
import type { BaseSchemas } from "@portolan/engine/folder";

/**
 * Schemas of sign-in, the account and its notifications, as base of a product's schemas (`CompileOptions.base`). They
 * require `signInSettings` in the dialect. A file of the same name in the product's folder replaces one of these.
 *
 * @example
 * const schemas = readSchemas("schemas", { engine, base: sessionSchemas });
 */
export const sessionSchemas: BaseSchemas = {
  dir: fileURLToPath(new URL("schemas", import.meta.url)),
  languages: ["zh", "en"],
};
