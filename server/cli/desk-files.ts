/** Exports payment files for a bank, and saves the documents of a desk task. */
import { constants, createWriteStream } from "node:fs";
import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { readOrder } from "../manual-provider/answer.ts";
import { createFileName, listDocuments } from "../manual-provider/documents.ts";
import { exportPayments } from "../manual-provider/payment-file.ts";
import { readTaskRequest, type Task } from "../manual-provider/tasks.ts";
import { openFiles } from "../files/open.ts";
import { auditAction } from "../operators/operators.ts";
import { UsageError, type Invocation, type Outcome } from "./command.ts";
import type { Opened } from "./with-database.ts";
import { createContext } from "./proposal-tools.ts";
import { identifyOperator, openSeal } from "./sign-in.ts";

const TEXTS = {
  en: {
    exported: (id: string, orders: number, out: string) =>
      `${id}: ${orders === 1 ? "1 payment" : `${orders} payments`} in ${out}. The same file again: portolan desk export --again ${id}`,
    saved: (files: number, out: string) => (files === 1 ? `1 document in ${out}` : `${files} documents in ${out}`),
    folder: "--out says which folder the documents are written to",
  },
  zh: {
    exported: (id: string, orders: number, out: string) =>
      `${id}：${orders} 笔付款，已写入 ${out}。再次导出同一文件：portolan desk export --again ${id}`,
    saved: (files: number, out: string) => `${files} 份文件，已写入 ${out}`,
    folder: "请用 --out 指明写入哪个文件夹",
  },
};

/** Exports the payments that have not been exported yet. With `--again`, writes an earlier file once more. */
export async function exportFile(invocation: Invocation, opened: Opened): Promise<Outcome> {
  const { lang, options, product } = invocation;
  const { format = "pain.001", kind, again, out } = options;
  const operator = await identifyOperator(invocation, opened);
  // Check that the file can be written before the export marks the payments as exported.
  if (typeof out === "string") await access(dirname(resolve(out)), constants.W_OK);
  const settings = opened.config.providers["payout"]?.settings ?? {};
  const tools = { ...opened, seal: openSeal(opened), formats: product.paymentFiles, settings, lang };
  const request = {
    format: String(format),
    kind: typeof kind === "string" ? kind : undefined,
    again: typeof again === "string" ? again : undefined,
    operator,
  };
  const { id, text, orders } = await exportPayments(tools, request);
  if (typeof out !== "string") return { status: 0, text };
  await writeFile(out, text, { mode: 0o600 });
  return { status: 0, text: TEXTS[lang].exported(id, orders.length, out) };
}

/** Saves the documents of a task to a folder and records the access in the audit chain. */
export async function saveDocuments(invocation: Invocation, opened: Opened, task: Task): Promise<Outcome> {
  const { out } = invocation.options;
  const texts = TEXTS[invocation.lang];
  if (typeof out !== "string" || out === "") throw new UsageError(texts.folder);
  const operator = await identifyOperator(invocation, opened);
  const { db, dataDir, config } = opened;
  const { entity } = await readOrder(db, createContext(invocation, opened), task);
  const { payload } = await readTaskRequest(db, openSeal(opened), task);
  const documents = await listDocuments(db, task.tenant, entity.fields, payload);
  const object = `${task.orderKind}/${task.orderId}`;
  const seen = { operator, action: "desk.files", object, tenant: task.tenant, detail: { task: task.id } };
  await db.tx((tx) => auditAction(tx, seen));
  await mkdir(out, { recursive: true, mode: 0o700 });
  const store = openFiles(db, dataDir, config.fileSettings);
  for (const document of documents) {
    const path = join(out, createFileName(document));
    await pipeline(store.get({ tenant: task.tenant, id: document.id }), createWriteStream(path, { mode: 0o600 }));
  }
  return { status: 0, text: texts.saved(documents.length, out) };
}
