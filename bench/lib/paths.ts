import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

// What is built runs from another folder and is told where this one is.
const here = process.env.BENCH_DIR ? pathToFileURL(process.env.BENCH_DIR).href : new URL("../", import.meta.url).href;
const path = (name: string) => fileURLToPath(new URL(name, here));
/** The repository. */
export const root = path("../");
/** The bench. */
export const bench = path("./");
/** What the bench builds; never committed. */
export const out = path("./.cache/");
/** Figures by suite: what RESULTS.md is written from. */
export const results = path("./results/");
mkdirSync(out, { recursive: true });
