/** Verifies the check code of a document against the stored record. */
import { getTableName, type Entity, type Lang, type LocalizedText, type Receipt } from "@portolan/engine";
import type { Stored } from "../lifecycle/context.ts";
import { load } from "../lifecycle/store.ts";
import { readTimeline } from "../lifecycle/timeline.ts";
import { createCheckCode, isSameCode, readCheckCode, type TypedCode } from "./check-code.ts";
import { buildReceipt } from "./receipt.ts";
import { createRecordReader } from "./labels.ts";
import { present } from "./present.ts";
import { readOne } from "./record-sources.ts";
import type { RecordServices } from "./services.ts";

/** Fields on the product's own documents, by entity, in addition to the receipts of `x-receipt`. */
export type OwnDocuments = Readonly<Record<string, readonly string[]>>;
export interface DocumentServices extends RecordServices {
  documents?: OwnDocuments | undefined;
}

/** The record that a check code belongs to. `genuine`: whether the values on the document match the stored values. */
export interface CheckedDocument {
  entity: Entity;
  id: string;
  genuine: boolean;
  /** The stored values, masked as on the document. Undefined if the record no longer has a receipt. */
  lines?: DocumentLine[];
}
export interface DocumentLine {
  label: LocalizedText;
  text: LocalizedText;
}

/**
 * Returns the record that a typed code belongs to. Returns undefined if the input is not a code, or if no such record
 * exists in `entities`.
 */
export async function checkDocument(
  services: DocumentServices,
  text: string,
  { tenant, entities }: { tenant: string; entities: readonly Entity[] },
): Promise<CheckedDocument | undefined> {
  // Check computed rows last, because finding them requires reading the ledger.
  const kinds = entities
    .filter(({ receipt, name }) => receipt ?? services.documents?.[name])
    .toSorted((a, b) => Number(a.source !== "store") - Number(b.source !== "store"));
  for (const typed of readCheckCode(text)) {
    for (const entity of kinds) {
      const found = await checkRecord(services, entity, typed, tenant);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Returns the tenants that have a stored record with the code's number. Computed rows are not searched, because they
 * exist for every tenant.
 */
export async function findDocumentTenants(
  { db, documents }: Pick<DocumentServices, "db" | "documents">,
  text: string,
  entities: readonly Entity[],
): Promise<string[]> {
  const kinds = entities.filter(({ source, receipt, name }) => source === "store" && (receipt ?? documents?.[name]));
  const found = new Set<string>();
  for (const { id } of readCheckCode(text)) {
    for (const entity of kinds) {
      const rows = await db.query(`SELECT m FROM ${getTableName(entity)} WHERE id = $1`, [id]);
      for (const { m: tenant } of rows) found.add(tenant);
    }
  }
  return [...found];
}

async function checkRecord(
  services: DocumentServices,
  entity: Entity,
  typed: TypedCode,
  tenant: string,
): Promise<CheckedDocument | undefined> {
  const { db, seal } = services;
  const stored = await findRecord(services, entity, typed.id, tenant);
  if (!stored) return undefined;
  const { id, data } = stored;
  const key = seal.getLastingKey("receipt");
  const own = services.documents?.[entity.name];
  if (own) {
    const code = createCheckCode(key, { tenant, entity: entity.name, id, status: "", data }, own);
    return {
      entity,
      id,
      genuine: isSameCode(code, typed),
      lines: listFields(entity, present(entity, data, undefined, "receipt"), own),
    };
  }
  const receipt = await buildReceipt(
    entity,
    stored,
    entity.lifecycle ? await readTimeline(db, entity, tenant, id) : [],
    {
      tenant,
      readName: async () => tenant,
      key,
      read: (lang: Lang) => createRecordReader(services, { tenant, lang }),
      shown: present(entity, data, undefined, "receipt"),
      purpose: "receipt",
    },
  );
  if (!receipt) return { entity, id, genuine: false };
  return { entity, id, genuine: isSameCode(receipt.code, typed), lines: listLines(receipt) };
}

async function findRecord(
  services: DocumentServices,
  entity: Entity,
  id: string,
  tenant: string,
): Promise<Pick<Stored, "id" | "data" | "status"> | undefined> {
  if (entity.source === "store") return load(services.db, entity, tenant, id);
  const data = await readOne(services, entity, id, { tenant, lang: "zh" });
  return data && { id, data, status: "" };
}

const listLines = ({ groups }: Receipt): DocumentLine[] =>
  groups.flatMap(({ lines }) =>
    lines.map(({ label, text, currency = "" }) => ({
      label,
      text: { zh: `${text.zh} ${currency}`.trim(), en: `${text.en} ${currency}`.trim() },
    })),
  );

const listFields = (entity: Entity, shown: Record<string, unknown>, names: readonly string[]): DocumentLine[] =>
  names.flatMap((name) => {
    const value = shown[name];
    if (typeof value !== "string" || value === "") return [];
    return [{ label: { zh: entity.label(name, "zh"), en: entity.label(name, "en") }, text: { zh: value, en: value } }];
  });
