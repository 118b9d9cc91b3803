/** Plugin options that compile the product's schemas into modules of the portal. */
import { fileURLToPath } from "node:url";
import { compileOptions } from "../server/payments/schemas.ts";

const resolvePaymentsPath = (path: string) => fileURLToPath(new URL(`../src/payments/${path}`, import.meta.url));

/** Options of `createSchemasPlugin`, except for the folder. */
export const productSchemas = {
  ...compileOptions,
  modules: { kinds: resolvePaymentsPath("kinds") },
};
