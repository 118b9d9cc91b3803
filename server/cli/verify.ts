import { realClock } from "../core/clock.ts";
import { checkDocument, findDocumentTenants, type DocumentServices } from "../records/check-document.ts";
import { readTenantName } from "../store/tenants.ts";
import { createAction, type Call } from "./actions.ts";
import { Refused, type BookFinding, type Outcome } from "./command.ts";
import { getText } from "./texts.ts";

/**
 * Verifies the ledger, orders and audit chain from the first posting, or a document against them. Exits with status 1
 * when there are findings, or when the merchant or the document is unknown.
 */
export const verifyActions = [
  createAction("verify [--merchant <id>] | verify --paper <code> [--merchant <id>]", async (call) => {
    const { merchant, paper } = call.options;
    if (
      merchant !== undefined &&
      (await readTenantName(call.db, call.product.accounts.tenants, merchant)) === undefined
    )
      throw new Refused(getText(call.lang, "verify.noMerchant", { id: merchant }));
    return paper === undefined ? verifyBooks(call, merchant) : verifyDocument(call, paper, merchant);
  }),
];

/** Formats a finding as one line. */
export const formatFinding = ({ where, rule, detail }: BookFinding): string => `${where}  ${rule}  ${detail}`;

async function verifyBooks({ product, lang, db, schemas }: Call, merchant: string | undefined): Promise<Outcome> {
  const findings = await product.verifyBooks(db, schemas, merchant);
  const notices = await product.listBookNotices(db, schemas, merchant);
  const verdict = findings.length === 0 ? [getText(lang, "verify.hold")] : [];
  const text = [...verdict, ...[...findings, ...notices].map(formatFinding)].join("\n");
  return { status: findings.length === 0 ? 0 : 1, text };
}

async function verifyDocument(call: Call, code: string, merchant: string | undefined): Promise<Outcome> {
  const { product, lang, db, schemas, config } = call;
  const services: DocumentServices = {
    db,
    schemas,
    vocabulary: product.createVocabulary(config),
    clock: realClock,
    seal: call.seal(),
    rowSources: product.rowSources,
    documents: product.documents,
  };
  const entities = [...schemas.entities.values()];
  for (const tenant of merchant === undefined ? await findDocumentTenants(services, code, entities) : [merchant]) {
    const found = await checkDocument(services, code, { tenant, entities });
    if (!found) continue;
    const { entity, id, genuine, lines = [] } = found;
    const verdict = getText(lang, genuine ? "verify.genuine" : "verify.differs");
    const figures = lines.map(({ label, text }) => `${label[lang]}: ${text[lang]}`);
    const head = `${entity.text("label", lang)} ${id} · ${tenant}`;
    return { status: genuine ? 0 : 1, text: [verdict, head, ...figures].join("\n") };
  }
  throw new Refused(getText(lang, merchant === undefined ? "verify.unknownOfAll" : "verify.unknown"));
}
