import { readKeyRing } from "../core/key-ring.ts";
import { createSeal } from "../core/seal.ts";
import { realClock } from "../core/clock.ts";
import {
  checkDocument,
  findDocumentTenants,
  type CheckedDocument,
  type DocumentServices,
} from "../records/check-document.ts";
import { readTenantName } from "../store/tenants.ts";
import type { Command, Invocation, Outcome } from "./command.ts";
import { type Opened, withDatabase } from "./with-database.ts";

const TEXTS = {
  en: { hold: "The books hold.", noMerchant: (id: string) => `no merchant ${id}` },
  zh: { hold: "账务相符。", noMerchant: (id: string) => `没有商户 ${id}` },
};

/**
 * Verifies the ledger, orders and audit chain from the first posting, or a document against them. Exits with status 1
 * when there are findings, or when the merchant or the document is unknown.
 */
export const verify: Command = {
  usage: "verify [--merchant <id>] | verify --paper <code> [--merchant <id>]",
  description: {
    en: "proves the books: ledger, orders and audit chain, of every merchant or of one; or says whether a paper with a check code shows what the books hold. Changes nothing",
    zh: "核对账务：总账、订单和审计链，可指定商户；或按核验码核对一份回单、月结单、授权书与账面是否一致。不做任何改动",
  },
  options: {
    merchant: { type: "string", description: { en: "number of the merchant", zh: "商户号" } },
    paper: {
      type: "string",
      description: { en: "check code of a receipt, statement or letter", zh: "回单、月结单或授权书的核验码" },
    },
  },
  run: (invocation) =>
    withDatabase(invocation, async (opened) => {
      const { merchant, paper } = invocation.options;
      const tenant = typeof merchant === "string" ? merchant : undefined;
      if (tenant !== undefined && (await readTenantName(opened.db, tenant)) === undefined)
        return { status: 1, text: TEXTS[invocation.lang].noMerchant(tenant), refused: true };
      return typeof paper === "string"
        ? verifyDocument(invocation, opened, { code: paper, tenant })
        : verifyBooks(invocation, opened, tenant);
    }),
};

async function verifyBooks(
  { product, lang }: Invocation,
  { db, schemas }: Opened,
  tenant: string | undefined,
): Promise<Outcome> {
  const findings = await product.verifyBooks(db, schemas, tenant);
  const notices = await product.listBookNotices(db, schemas, tenant);
  const holds = findings.length === 0;
  const lines = [...findings, ...notices].map(({ where, rule, detail }) => `${where}  ${rule}  ${detail}`);
  return { status: holds ? 0 : 1, text: [...(holds ? [TEXTS[lang].hold] : []), ...lines].join("\n") };
}

async function verifyDocument(
  { product, lang }: Invocation,
  { db, schemas, dataDir, keys, config }: Opened,
  { code, tenant }: { code: string; tenant: string | undefined },
): Promise<Outcome> {
  const services: DocumentServices = {
    db,
    schemas,
    vocabulary: product.createVocabulary(config),
    clock: realClock,
    seal: createSeal(readKeyRing(dataDir, keys)),
    rowSources: product.rowSources,
    documents: product.documents,
  };
  const entities = [...schemas.entities.values()];
  const tenants = tenant === undefined ? await findDocumentTenants(services, code, entities) : [tenant];
  for (const tenant of tenants) {
    const found = await checkDocument(services, code, { tenant, entities });
    if (found) return describeDocument(found, tenant, lang);
  }
  const hint = {
    en: `No record has the number of this code.${tenant === undefined ? " For a statement, name the merchant with --merchant." : ""}`,
    zh: `没有这个核验码对应的记录。${tenant === undefined ? "月结单请用 --merchant 指定商户。" : ""}`,
  };
  return { status: 1, text: hint[lang], refused: true };
}

function describeDocument(
  { entity, id, genuine, lines = [] }: CheckedDocument,
  tenant: string,
  lang: Invocation["lang"],
): Outcome {
  const verdict = {
    en: genuine ? "The paper shows what the books hold." : "The paper differs from what the books hold now:",
    zh: genuine ? "与账面一致。" : "与账面不一致，现在的账面是：",
  };
  const head = `${entity.text("label", lang)} ${id} · ${tenant}`;
  const figures = lines.map(({ label, text }) => `${label[lang]}: ${text[lang]}`);
  return { status: genuine ? 0 : 1, text: [verdict[lang], head, ...figures].join("\n") };
}
