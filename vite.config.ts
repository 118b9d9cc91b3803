import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { aheadPlugin } from "./tools/vite-ahead.ts";
import { pureRouter } from "./tools/vite-libraries.ts";
import { slimRjsf } from "./tools/vite-rjsf.ts";
import { schemasPlugin } from "./tools/vite-schemas.ts";
import { wordsPlugin } from "./tools/vite-words.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const schemas = process.env.SCHEMAS_DIR ?? here("schemas");
const out = process.env.BUILD_DIR ?? here("dist");

// How long the plugins take is the bench's business.
const checks = { pluginTimings: false };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), schemasPlugin({ dir: schemas }), wordsPlugin(here("locales"), schemas), pureRouter(), slimRjsf(), aheadPlugin(schemas)],
  // The server puts a fresh nonce here for every page it sends.
  html: { cspNonce: "__CSP_NONCE__" },
  publicDir: isSsrBuild ? false : "public",
  build: isSsrBuild
    ? {
        outDir: `${out}/server`,
        emptyOutDir: true,
        target: "node20",
        rolldownOptions: { checks, input: { main: here("server/main.ts"), "pglite-worker": here("server/store/pglite/worker.ts") } },
      }
    : {
        outDir: `${out}/portal`,
        emptyOutDir: true,
        target: "es2022",
        manifest: true,
        // Inlined assets would need data: in the Content-Security-Policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          checks,
          // One file for the libraries that every page needs, one for our part of it, and no crumbs: a file costs more than its bytes. A group takes
          // along what its files import and no group before it has, so their order matters.
          output: {
            codeSplitting: {
              groups: [
                { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 2 },
                { name: "first", tags: ["$initial"], priority: 1 },
                // What sign-in shares with the rest, so that it brings no money and no dates, nor a list a form.
                { name: "basic", test: /\/src\/(engine\/(Link|china|kinds\/(shared|text\/text|secret\/secret|identifier\/identifier|yes-no\/yes-no|choice\/choice)|form\/(contexts|order-key|send))|app\/(call-part|language|portal|title|useLoaded|layout\/(BarParts|Mark)))\.tsx?$/ },
                // Kinds that lists show; the others come with the first schema that has one, and what judges a record with the first form.
                { name: "kinds", test: /\/src\/engine\/(kinds\/(dates|decimal-kind|numbers|(currency|date|date-time|file|integer|money|percent|rate|reference|status)\/[\w-]+)|query\/days)\.ts$/ },
                { name: "more-kinds", test: /\/src\/engine\/kinds\/(formats|names|[\w-]+\/(?!full\.)[\w-]+)\.ts$|\/src\/engine\/entity\/formats\.ts$/ },
                { name: "check", test: /\/src\/engine\/(entity\/(check|errors|messages|run-rules|validator-runtime)|kinds\/words)\.ts$/ },
                // What always comes together: one file is packed better than its parts, and is one request.
                { name: "form", test: /\/src\/engine\/form\/(Anchors|Cards|DraftBar|EntityForm|ErrorSummary|Field|Footer|FormBody|FormGate|Review|draft|figures|form-schema|hints|links|nodes|place-errors|remarks|review|steps|store|tree|use-(dirty|facts|form-events|inputs|lookups|paste|submit))\.tsx?$/ },
                { name: "frame", test: /\/src\/app\/(Inside|ErrorBoundary|IdleWarning|Offline|menu|pages|place|screens|view-code|layout\/(Bell|Disclosure|Header|Layout|PaletteButton|PhoneMenu|Tabs)|pages\/(Gate|NotFound|PageView|Unreachable))\.tsx?$|virtual:schemas\/pages$/ },
                // Values of records as home, lists and details show them; lists; what opens from a list's buttons, and what is done with chosen rows.
                { name: "values", test: /\/src\/engine\/(table\/(cell|columns|Countdown|hidden)|export\/mask|query\/(columns|context))\.tsx?$/ },
                { name: "shared", test: /\/src\/(?!engine\/(table|filter|overlay|query\/(grammar|parse|write))[/.]).*\.tsx?$|lucide-react/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
                { name: "list", test: /\/src\/engine\/(query\/(grammar|parse|write)|(table|filter)\/(?!bulk\.|use-bulk|Bulk\w|SelectionBar|Skipped|ColumnList|ExportForm|export-choice|KeysDialog|ViewMenu|ChoiceFilter|DayFilter|Ends|RangeFilter|lazy)[\w-]+)\.tsx?$/ },
                { name: "list-panels", test: /\/src\/engine\/(table\/(ColumnList|ExportForm|export-choice|KeysDialog|ViewMenu)|filter\/(ChoiceFilter|DayFilter|Ends|RangeFilter)|export\/table)\.tsx?$/ },
                { name: "bulk", test: /\/src\/engine\/table\/(bulk|use-bulk|Bulk\w+|SelectionBar|Skipped)\.tsx?$/ },
              ],
            },
          },
        },
      },
  server: { port: 5173, proxy: { "/api": `http://127.0.0.1:${process.env.PORT ?? 8080}` } },
}));
