/** Production builds of the contestants' pages, each as a separate app. */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { productSchemas } from "../../tools/product-schemas.ts";
import { createSchemasPlugin } from "@portolan/engine/vite";
import { bench, out } from "./paths.ts";

/**
 * Builds `<folder>/<name>/index.html` and returns the output folder. Ours uses the product's plugins, the others only
 * React's. `as` preserves function names in a separate folder, for profiles but never for figures.
 */
export async function buildPage(folder: string, name: string, schemas: string, as?: string): Promise<string> {
  const ours = name.startsWith("ours");
  const outDir = join(out, "pages", folder, as ?? name);
  await build({
    configFile: false,
    root: join(bench, folder, name),
    base: "./",
    logLevel: "error",
    plugins: [react(), ...(ours ? [createSchemasPlugin({ dir: schemas, ...productSchemas })] : [])],
    resolve: {
      dedupe: [
        "react",
        "react-dom",
        "@mui/material",
        "@mui/system",
        "@emotion/react",
        "@emotion/styled",
        "@rjsf/core",
        "@rjsf/utils",
      ],
    },
    build: {
      minify: as === undefined,
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5_000,
    },
  });
  return outDir;
}
