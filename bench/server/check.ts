/**
 * Checks a batch of 4,000 rows in a separate process: with a hand-written checker (the lower bound), with Ajv
 * standalone code, and with our check including all rules.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Session } from "node:inspector/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import standaloneModule from "ajv/dist/standalone/index.js";
import { readSchemas } from "../../server/payments/schemas.ts";
import { out } from "../lib/paths.ts";
import { type CpuProfile, rankFunctions } from "../lib/profile.ts";
import { computeMedian } from "../lib/stats.ts";
import { type BatchRow, createBatchRows, checkByHand, CURRENCIES } from "./batch.ts";

const ROWS = 4_000;
const [, , roundsText = "7", seedText = "1"] = process.argv;
const unwrap = <T>(module: T): T => (module as { default?: T }).default ?? module;

/** The same limits as JSON Schema, which cannot express relations between fields. */
function compileStandalone(): (row: BatchRow) => boolean {
  const decimal = { type: "string", pattern: "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$" };
  const ajv = new Ajv2020({ allErrors: true, code: { source: true, optimize: true } });
  (unwrap(addFormatsModule) as unknown as (to: unknown) => void)(ajv);
  const validate = ajv.compile({
    type: "object",
    properties: {
      holder: { type: "string", minLength: 2, maxLength: 60 },
      account: { type: "string", pattern: "^[0-9]{8,30}$" },
      amount: decimal,
      most: decimal,
      selling: { enum: [...CURRENCIES] },
      buying: { enum: [...CURRENCIES] },
      valueDate: { type: "string", format: "date" },
      remark: { type: "string", maxLength: 40 },
    },
    required: ["holder", "account", "amount", "selling", "buying", "valueDate"],
  });
  const file = join(out, "standalone.cjs");
  writeFileSync(file, (unwrap(standaloneModule) as unknown as (a: unknown, v: unknown) => string)(ajv, validate));
  return createRequire(import.meta.url)(file) as (row: BatchRow) => boolean;
}

const entity = readSchemas(join(out, "schemas")).entities.get("batch")!;
const ajv = compileStandalone();
const rows = createBatchRows(ROWS, Number(seedText));
const contestants: Record<string, (row: BatchRow) => string[]> = {
  hand: (row) => checkByHand(row).map(({ at, code }) => at + code),
  ajv: (row) => (ajv(row) ? [] : ["x"]),
  ours: (row) => entity.check(row, { lang: "zh", side: "server" }).errors.map(({ at, code }) => at + code),
};
// Both full checkers must agree on every row, otherwise the figures do not count.
for (const row of rows) {
  const [hand, ours] = [contestants.hand!(row).sort().join(), contestants.ours!(row).sort().join()];
  if (hand !== ours) throw new Error(`the checkers differ: ${hand} and ${ours} of ${JSON.stringify(row)}`);
}
const times: Record<string, number[]> = {};
for (let round = -2; round < Number(roundsText); round += 1) {
  for (const [name, check] of Object.entries(contestants)) {
    const from = process.cpuUsage();
    let errors = 0;
    for (const row of rows) errors += check(row).length;
    const used = process.cpuUsage(from);
    if (errors === 0) throw new Error(`${name} found no error`);
    if (round >= 0) (times[name] ??= []).push((used.user + used.system) / 1000);
  }
}
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: 200 });
await session.post("Profiler.start");
for (const row of rows) contestants.ours!(row);
const { profile } = await session.post("Profiler.stop");
const result = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, computeMedian(list)]));
console.log(JSON.stringify({ ms: result, profile: rankFunctions(profile as unknown as CpuProfile, 14) }));
