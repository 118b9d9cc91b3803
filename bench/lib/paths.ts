import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

// Built files run from another folder and get this one by the environment.
const here = process.env.BENCH_DIR ? pathToFileURL(process.env.BENCH_DIR).href : new URL("../", import.meta.url).href;
const path = (name: string) => fileURLToPath(new URL(name, here));
/** The repository. */
export const root = path("../");
/** The bench. */
export const bench = path("./");
/** Output folder of the bench, never committed. */
export const out = path("./.cache/");
/** Figures by suite, the source of RESULTS.md. */
export const results = path("./results/");
mkdirSync(out, { recursive: true });
