import { assertPresent } from "../../core/required.ts";
import type { FilePayment } from "../../manual-provider/payment-file.ts";

/** Party that pays the banks' charges. Source: ISO 20022 ChargeBearerType1Code. */
type ChargeBearer = "DEBT" | "CRED" | "SHAR";

/** One payment in a file. */
export interface CreditTransfer {
  order: string;
  currency: string;
  amount: string;
  name: string;
  account: string;
  /** Country of the payee, ISO 3166-1 alpha-2. */
  country?: string | undefined;
  bic?: string | undefined;
  /** Code of the branch in the national clearing system (CNAPS). */
  clearingCode?: string | undefined;
  bankName?: string | undefined;
  intermediaryBic?: string | undefined;
  chargeBearer?: ChargeBearer | undefined;
  uetr?: string | undefined;
  text?: string | undefined;
}

const BEARERS: Readonly<Record<string, ChargeBearer>> = { OUR: "DEBT", BEN: "CRED", SHA: "SHAR" };

/**
 * Reads the payment of an order in the form that bank files need, from the fields of withdrawals, clearings and
 * remittances.
 *
 * @throws Error for an order without a number, payee, account or amount
 */
export function readCreditTransfer({ entity, payload }: FilePayment): CreditTransfer {
  const text = (...names: readonly string[]): string | undefined => {
    const found = names.map((name) => payload[name]).find((value) => typeof value === "string" && value !== "");
    return typeof found === "string" ? found : undefined;
  };
  const order = assertPresent(text(entity.key), "the number of an order");
  return {
    order,
    currency: text("currency") ?? "CNY",
    amount: assertPresent(text("payeeAmount", "amount"), `the amount of ${order}`),
    name: assertPresent(text("payeeName", "holder"), `the payee of ${order}`),
    account: assertPresent(text("account"), `the account of ${order}`),
    country: text("country"),
    bic: text("swift"),
    clearingCode: text("linkedBankNo", "branchCode"),
    bankName: text("bankName", "branch", "bank"),
    intermediaryBic: text("intermediarySwift"),
    chargeBearer: BEARERS[text("feeBearing") ?? ""],
    uetr: text("uetr"),
    text: text("postscript", "remark"),
  };
}
