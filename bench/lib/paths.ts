import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

// Built files run from a different folder and receive this one in an environment variable.
const here = process.env.BENCH_DIR ? pathToFileURL(process.env.BENCH_DIR).href : new URL("../", import.meta.url).href;
const resolvePath = (name: string) => fileURLToPath(new URL(name, here));
/** Root of the repository. */
export const root = resolvePath("../");
/** Folder of the benchmark. */
export const bench = resolvePath("./");
/** Output folder of the benchmark, never committed. */
export const out = resolvePath("./.cache/");
/** Figures by suite, from which RESULTS.md is generated. */
export const results = resolvePath("./results/");
mkdirSync(out, { recursive: true });
