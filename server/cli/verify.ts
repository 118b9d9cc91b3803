import type { Command } from "./command.ts";
import { withDatabase } from "./open.ts";
import { readTenantName } from "../store/tenants.ts";

const WORDS = {
  en: { hold: "The books hold.", noMerchant: (id: string) => `no merchant ${id}` },
  zh: { hold: "账务相符。", noMerchant: (id: string) => `没有商户 ${id}` },
};

/** Verifies the books from the first posting on: ledger, orders and audit chain. Exit status 1 with findings. */
export const verify: Command = {
  usage: "verify [--merchant <id>]",
  does: {
    en: "proves the books: ledger, orders and audit chain, of every merchant or of one. Changes nothing",
    zh: "核对账务：总账、订单和审计链，可指定商户，不做任何改动",
  },
  options: { merchant: { type: "string", does: { en: "number of the merchant", zh: "商户号" } } },
  run: (invocation) =>
    withDatabase(invocation, async ({ db, schemas }) => {
      const { merchant } = invocation.options;
      const words = WORDS[invocation.lang];
      if (typeof merchant === "string" && (await readTenantName(db, merchant)) === undefined)
        return { status: 1, text: words.noMerchant(merchant), refused: true };
      const findings = await invocation.product.verifyBooks(
        db,
        schemas,
        typeof merchant === "string" ? merchant : undefined,
      );
      const text = findings.map(({ where, rule, detail }) => `${where}  ${rule}  ${detail}`).join("\n");
      return findings.length === 0 ? { status: 0, text: words.hold } : { status: 1, text };
    }),
};
