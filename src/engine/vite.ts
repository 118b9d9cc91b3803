/** Build entry point: the Vite plugins that a product's pages need. */
import react from "@vitejs/plugin-react";
import type { PluginOption } from "vite";
import type { CompileOptions } from "./folder/read.ts";
import { createSchemasPlugin } from "./vite/schemas.ts";

export { createMetaValidatorsPlugin } from "./vite/meta-validators.ts";
export { createSchemasPlugin, writeModule, type SchemasOptions } from "./vite/schemas.ts";

/**
 * Returns the plugins that compile the schemas in `dir` into modules (`virtual:schemas/…`) and build React.
 * @example
 * const plugins = createEnginePlugins({ dir: "schemas", engine });
 */
export const createEnginePlugins = (
  options: { dir: string } & Pick<CompileOptions, "engine" | "base" | "jobs">,
): PluginOption[] => [react(), createSchemasPlugin(options)];
