/**
 * Exports 200,000 rows with 12 columns to CSV or XLSX in a separate process, discarding the output. Measures CPU time,
 * and peak memory beyond that of the rows.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { crc32, createDeflateRaw } from "node:zlib";
import { writeCsv, exportTable, type Row, writeXlsx } from "@portolan/engine";
import { nodeZip } from "../../server/export/deflate.ts";
import { readSchemas } from "../../server/payments/schemas.ts";
import { type OrderRow, createOrderRows, STATES, TWELVE } from "../lists/make.ts";
import { out } from "../lib/paths.ts";

const [, , who = "ours", format = "csv", seedText = "1"] = process.argv;
const BATCH = 1_000;
const BATCHES = 200;
const base = createOrderRows(BATCH, Number(seedText));
const createRows = (batch: number): OrderRow[] =>
  base.map((row, index) => ({ ...row, orderNo: `OR${2_026_000_000_000 + batch * BATCH + index}` }));
async function* createBatches(): AsyncGenerator<readonly Row[]> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // Database cursors are asynchronous.
    await new Promise(setImmediate);
    yield createRows(batch);
  }
}

const states = new Map<string, string>(STATES.map(([value, zh]) => [value, zh]));
const formatShanghaiTime = (iso: string) =>
  new Date(Date.parse(iso) + 28_800_000).toISOString().slice(0, 19).replace("T", " ");
const toSerial = (iso: string, offset: number) => (Date.parse(iso) + offset) / 86_400_000 + 25_569;

/** Hand-written: joins strings for exactly these columns. */
async function* writeCsvByHand(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const quote = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  let text = "\ufeff订单号,户名,账号,金额,手续费,币种,开户行,城市,状态,起息日,备注,创建时间\r\n";
  for await (const rows of createBatches()) {
    for (const row of rows as OrderRow[]) {
      text += `${quote(row.orderNo)},${quote(row.holder)},${quote(row.account)},${row.amount},${row.fee},${row.currency},${quote(row.bank)},${quote(row.city)},${states.get(row.status)},${row.valueDate},${quote(row.remark)},${formatShanghaiTime(row.createdAt)}\r\n`;
      if (text.length > 65_536) {
        yield encoder.encode(text);
        text = "";
      }
    }
  }
  yield encoder.encode(text);
}

/** Hand-written: one sheet with inline strings and numbers, deflated as a stream. Constant parts are not measured. */
async function* writeXlsxByHand(): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: 6 });
  const done: Buffer[] = [];
  deflate.on("data", (chunk: Buffer) => done.push(chunk));
  let crc = 0;
  const escape = (text: string) =>
    /[&<>]/.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text;
  const write = async (text: string) => {
    const bytes = Buffer.from(text);
    crc = crc32(bytes, crc);
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once("drain", resolve));
    return done.splice(0);
  };
  let text =
    '<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  for await (const rows of createBatches()) {
    for (const row of rows as OrderRow[]) {
      text += "<row>";
      for (const name of TWELVE) {
        if (name === "amount" || name === "fee") text += `<c s="2"><v>${row[name]}</v></c>`;
        else if (name === "valueDate") text += `<c s="3"><v>${toSerial(row.valueDate, 0)}</v></c>`;
        else if (name === "createdAt") text += `<c s="4"><v>${toSerial(row.createdAt, 28_800_000)}</v></c>`;
        else
          text += `<c s="1" t="inlineStr"><is><t>${escape(name === "status" ? states.get(row.status)! : String(row[name]))}</t></is></c>`;
      }
      text += "</row>";
      if (text.length > 65_536) {
        yield* await write(text);
        text = "";
      }
    }
  }
  yield* await write(`${text}</sheetData></worksheet>`);
  deflate.end();
  await new Promise((resolve) => deflate.once("end", resolve));
  yield* done;
  if (crc === 0) throw new Error("nothing was written");
}

function writeChunks(): AsyncIterable<Uint8Array> {
  if (who === "hand") return format === "csv" ? writeCsvByHand() : writeXlsxByHand();
  const table = exportTable(readSchemas(join(out, "schemas")).entities.get("order")!, TWELVE, "zh");
  return format === "csv"
    ? writeCsv(table, createBatches())
    : writeXlsx(table, createBatches(), {
        tools: nodeZip,
        now: 1_790_000_000_000,
        about: () => ({ title: "x", lines: [] }),
      });
}

const source = writeChunks();
globalThis.gc?.();
const rest = process.memoryUsage.rss();
const from = process.cpuUsage();
const begun = performance.now();
let peak = rest;
let size = 0;
const hash = createHash("sha256");
for await (const chunk of source) {
  size += chunk.length;
  if (size < 1_000) hash.update(chunk);
  peak = Math.max(peak, process.memoryUsage.rss());
}
const used = process.cpuUsage(from);
console.log(
  JSON.stringify({
    cpu: (used.user + used.system) / 1000,
    wall: performance.now() - begun,
    peak: (peak - rest) / 1_048_576,
    size: size / 1_048_576,
  }),
);
