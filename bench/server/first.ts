/** Bundled into one file: loads the engine's check and runs it once on 4,000 rows, like a worker of the page. */
import { hydrate } from "../../src/payments/runtime.ts";
import check from "virtual:schemas/check/batch";
import batch from "virtual:schemas/entity/batch/zh";
import { createBatchRows } from "./batch.ts";

const rows = createBatchRows(4_000, 1);
const ready = performance.now();
const entity = hydrate(batch.plan, { zh: batch.texts }, check.validate);
let errors = 0;
for (const row of rows) errors += entity.check(row, { lang: "zh", side: "browser" }).errors.length;
const pass = performance.now() - ready;
console.log(JSON.stringify({ pass, errors }));
