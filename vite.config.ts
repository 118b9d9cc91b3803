import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { tsImport } from "tsx/esm/api";
import { defineConfig } from "vite";

// Vite loads its configuration without a compiler for the packages of this repository, which are TypeScript.
const { createPortalPlugins } = (await tsImport(
  "./tools/portal-plugins.ts",
  import.meta.url,
)) as typeof import("./tools/portal-plugins.ts");

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const schemas = process.env.SCHEMAS_DIR ?? here("schemas");
const out = process.env.BUILD_DIR ?? here("dist");

// The timing of plugins is measured by the benchmark.
const checks = { pluginTimings: false };

/**
 * Chunks. Each contains its modules and all that they import, except what an earlier chunk has, so that none can import
 * a later one. All other modules are divided by Rolldown; in small files, pages would have a tenth more bytes.
 */
const CHUNKS = [
  { name: "libraries", tags: ["$initial" as const], test: /node_modules/, priority: 2 },
  { name: "first", tags: ["$initial" as const], priority: 1 },
  { name: "icons", test: /\/lucide-react\//, minShareCount: 3 },
  {
    name: "shared",
    test: /\/src\/(engine\/(base|entity|form|kinds|operation|query|react|rules)|payments\/kinds)\//,
    minShareCount: 13,
  },
  { name: "portal", test: /\/src\/engine\/(app\/AuthenticatedApp|cells\/cell)\.tsx$/ },
  { name: "forms", test: /\/src\/engine\/form\/EntityForm\.tsx$/ },
  { name: "list", test: /\/src\/engine\/table\/EntityTable\.tsx$/ },
];
/**
 * Files that every page loads before any other. A dynamic import names the files that it needs, so that they load in
 * parallel; without these, the names are a third fewer.
 */
const ALWAYS_LOADED = /^assets\/(rolldown-runtime|libraries|first|icons|shared)-/;
/** Schemas of entities. What they need is loaded in parallel by the view of their records. */
const ENTITY = /^assets\/(zh|en)-/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), createPortalPlugins(schemas)],
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
            codeSplitting: { groups: CHUNKS },
          },
        },
      },
  // The server compares `Origin` with `Host`, so both must match the address bar.
  server: {
    port: 5173,
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, changeOrigin: false } },
  },
}));
