import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunks } from "./tools/chunks.ts";
import { createMetaValidatorsPlugin } from "./tools/vite-meta.ts";
import { createPrefetchPlugin } from "./tools/vite-prefetch.ts";
import { productSchemas } from "./tools/product-schemas.ts";
import { createSchemasPlugin } from "./tools/vite-schemas.ts";
import { scriptPlugin } from "./tools/vite-script.ts";
import { createWorkbenchPlugin } from "./tools/workbench/plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const schemas = process.env.SCHEMAS_DIR ?? here("schemas");
const out = process.env.BUILD_DIR ?? here("dist");

// The timing of plugins is measured by the benchmark.
const checks = { pluginTimings: false };

/**
 * Files that every page loads before any other. A dynamic import names the files that it needs, so that they load in
 * parallel; without these, the names are a third fewer.
 */
const ALWAYS_LOADED = /^assets\/(rolldown-runtime|libraries|first)-/;
/** Schemas of entities. What they need is loaded in parallel by the view of their records. */
const ENTITY = /^assets\/(zh|en)-/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    createSchemasPlugin({ dir: schemas, ...productSchemas }),
    createMetaValidatorsPlugin(productSchemas),
    scriptPlugin(),
    createPrefetchPlugin(schemas),
    createWorkbenchPlugin({ dir: schemas }),
  ],
  // The server inserts a fresh nonce here into every page.
  html: { cspNonce: "__CSP_NONCE__" },
  // Excludes the benchmark's pages, whose dependencies are not installed here.
  optimizeDeps: { entries: ["index.html", "tools/workbench/page/*.html"] },
  publicDir: isSsrBuild ? false : "public",
  build: isSsrBuild
    ? {
        outDir: `${out}/server`,
        emptyOutDir: true,
        target: "node20",
        rolldownOptions: {
          checks,
          input: {
            main: here("server/main.ts"),
            portolan: here("bin/portolan.ts"),
            "pglite-worker": here("server/store/pglite/worker.ts"),
          },
        },
      }
    : {
        outDir: `${out}/portal`,
        emptyOutDir: true,
        target: "es2022",
        manifest: true,
        // Inlined assets would require `data:` in the Content-Security-Policy.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, deps) =>
            ENTITY.test(file) ? [] : deps.filter((dep) => !ALWAYS_LOADED.test(dep)),
        },
        rolldownOptions: {
          checks,
          output: {
            codeSplitting: { groups: chunks },
            // Omits the names of modules that share a file, because every file that loads others repeats them.
            chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
            assetFileNames: ({ names: [name = ""] }) =>
              `assets/${name.split("~", 1)[0]?.replace(/\.\w+$/, "")}-[hash][extname]`,
          },
        },
      },
  // The server compares `Origin` with `Host`, so both must match the address bar.
  server: {
    port: 5173,
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, changeOrigin: false } },
  },
}));
