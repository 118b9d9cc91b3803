import { assertPresent } from "../../core/required.ts";
import type { FilePayment } from "../../manual-provider/payment-file.ts";

/** Party that pays the banks' charges. Source: ISO 20022 ChargeBearerType1Code. */
type ChargeBearer = "DEBT" | "CRED" | "SHAR";

/** Address of a payee abroad. Banks refuse a payment whose address has no town or no country. */
export interface PayeeAddress {
  /** ISO 3166-1 alpha-2. */
  country: string;
  town: string;
  subdivision?: string | undefined;
  postcode?: string | undefined;
  /** Street, building and room, in one text. */
  street?: string | undefined;
}

/** One payment in a file. */
export interface CreditTransfer {
  order: string;
  currency: string;
  amount: string;
  name: string;
  account: string;
  /** The merchant for whom the debtor pays. */
  ultimateDebtor: string;
  /** Omitted for a payee in China. */
  address?: PayeeAddress | undefined;
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
 * @throws Error for an order without a number, payee, account or amount, or to a payee abroad without a town
 */
export function readCreditTransfer({ entity, tenantName, payload }: FilePayment): CreditTransfer {
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
    ultimateDebtor: tenantName,
    address: readAddress(text, order),
    bic: text("swift"),
    clearingCode: text("linkedBankNo", "branchCode"),
    bankName: text("bankName", "branch", "bank"),
    intermediaryBic: text("intermediarySwift"),
    chargeBearer: BEARERS[text("feeBearing") ?? ""],
    uetr: text("uetr"),
    text: text("postscript", "remark"),
  };
}

/**
 * Reads the payee's address of an order that has the payee's country. Without a country, `city` is that of the bank.
 *
 * @throws Error when the address has no town
 */
function readAddress(
  text: (...names: readonly string[]) => string | undefined,
  order: string,
): PayeeAddress | undefined {
  const country = text("country");
  if (country === undefined) return undefined;
  return {
    country,
    town: assertPresent(text("town", "city"), `the town (city) of the payee of ${order}`),
    subdivision: text("state"),
    postcode: text("postcode"),
    street: text("address"),
  };
}
