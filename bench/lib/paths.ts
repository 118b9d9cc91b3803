import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The repository. */
export const root = path("../../");
/** The bench. */
export const bench = path("../");
/** What the bench builds; never committed. */
export const out = path("../.cache/");
/** Figures by suite: what RESULTS.md is written from. */
export const results = path("../results/");
mkdirSync(out, { recursive: true });
