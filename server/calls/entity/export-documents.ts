/** Exports the documents of the matching records: a PDF for one document, a zip for several. */
import { Readable } from "node:stream";
import { writeZip, type Entity, type Lang, type Query, type Receipt, type Row } from "@portolan/engine";
import type { Actor } from "../../core/actor.ts";
import { Failure } from "../../core/failure.ts";
import type { FileDownload } from "../../core/file-download.ts";
import { createFileDownload } from "../../export/create-file-download.ts";
import { nodeZip } from "../../export/deflate.ts";
import { load } from "../../lifecycle/store.ts";
import { readTimeline } from "../../lifecycle/timeline.ts";
import { createReceipt } from "../../records/receipt.ts";
import { getTitle, writeReceipt } from "../../records/receipt-pdf.ts";
import { readReceiptRows } from "../../records/receipt-rows.ts";
import { countRows, readBatches } from "../../records/record-sources.ts";
import type { RecordServices } from "../../records/services.ts";

/** Maximum number of documents in one export. Each takes about 0.2 s of CPU time. */
const MAX_DOCUMENTS = 200;

export interface DocumentRequest {
  entity: Entity;
  query: Query;
  ids?: readonly string[] | undefined;
  actor: Actor;
  lang: Lang;
  /** Whether values are unmasked. The caller must have verified the proof. */
  whole: boolean;
  signal: AbortSignal;
}
interface PdfDocument {
  name: string;
  content: Buffer;
}

/**
 * Writes the documents. Returns the file and the number of documents in it.
 *
 * @throws Failure `exportTooMany`, or `noDocuments` when no matching record has a document
 */
export async function exportDocuments(
  services: RecordServices,
  request: DocumentRequest,
): Promise<{ answer: FileDownload; rows: number }> {
  const { entity, lang, actor } = request;
  const documents: PdfDocument[] = [];
  for await (const document of writeDocuments(services, request)) documents.push(document);
  const [first] = documents;
  if (!first) throw new Failure("noDocuments");
  if (documents.length === 1)
    return { answer: createFileDownload({ ...first, plain: `${entity.name}.pdf`, type: "application/pdf" }), rows: 1 };
  const title = entity.text(entity.receipt?.named ? "receipt.name" : "label", lang);
  const chunks: Uint8Array[] = [];
  const entries = documents.map(({ name, content }) => ({ name, content: Readable.from([content]) }));
  for await (const chunk of writeZip(entries, nodeZip, services.clock.now())) chunks.push(chunk);
  const zip = { name: `${title} ${actor.tenant} (${documents.length}).zip`, content: Buffer.concat(chunks) };
  return {
    answer: createFileDownload({ ...zip, plain: `${entity.name}.zip`, type: "application/zip" }),
    rows: documents.length,
  };
}

async function* writeDocuments(
  services: RecordServices,
  { entity, query, ids, actor, lang, whole, signal }: DocumentRequest,
): AsyncGenerator<PdfDocument> {
  const reader = { tenant: actor.tenant, lang, actor };
  const total = await countRows(services, entity, query, { ...reader, ids });
  if (total > MAX_DOCUMENTS) throw new Failure("exportTooMany", { rows: total, most: MAX_DOCUMENTS });
  const found: Row[] = [];
  for await (const rows of readBatches(services, entity, query, { ...reader, ids, signal })) found.push(...rows);
  for (const row of found) {
    signal.throwIfAborted();
    const receipt = await readReceipt(services, entity, row, { actor, whole });
    if (!receipt) continue;
    const content = await writeReceipt(receipt, {
      entity,
      rows: await readReceiptRows(services, entity, row, actor),
      issued: services.clock.now(),
    });
    yield { name: `${getTitle(receipt)[lang]} ${receipt.number}.pdf`.replaceAll("·", "-"), content };
  }
}

/** Returns the receipt of a row; undefined when the record has no receipt. */
async function readReceipt(
  services: RecordServices,
  entity: Entity,
  row: Row,
  { actor, whole }: Pick<DocumentRequest, "actor" | "whole">,
): Promise<Receipt | undefined> {
  const { db } = services;
  const id = String(row[entity.key]);
  const stored = entity.source === "store" ? await load(db, entity, actor.tenant, id) : { id, data: row, status: "" };
  const steps = entity.lifecycle ? await readTimeline(db, entity, actor.tenant, id) : [];
  return stored && createReceipt(services, entity, stored, { actor, steps, purpose: whole ? "reveal" : "receipt" });
}
