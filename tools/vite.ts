/** Build entry point: the Vite plugins that a product's pages need. */
import react from "@vitejs/plugin-react";
import type { PluginOption } from "vite";
import type { CompileOptions } from "../server/schemas/read.ts";
import { createSchemasPlugin } from "./vite-schemas.ts";

/**
 * Returns the plugins that compile the schemas in `dir` into modules (`virtual:schemas/…`) and build React.
 * @example export default { plugins: createEnginePlugins({ dir: "schemas", engine }) };
 */
export const createEnginePlugins = (
  options: { dir: string } & Pick<CompileOptions, "engine" | "jobs">,
): PluginOption[] => [react(), createSchemasPlugin(options)];
