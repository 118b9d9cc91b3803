/** Default terms of new merchants. Operators replace them with `channel.set`. */
import { cnyMinimum, genericMinimum } from "../../../src/contract/constants.gen.ts";
import { Decimal } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import { insertRows } from "../../lifecycle/insert-rows.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";

/** Amount by currency above which an order is reviewed, and a merchant's only user must add a second factor. */
const REVIEW_ABOVE: ReadonlyMap<string, number> = new Map([
  ["CNY", 50_000],
  ["USD", 8_000],
  ["EUR", 8_000],
  ["GBP", 6_000],
  ["HKD", 60_000],
  ["JPY", 1_000_000],
  ["AUD", 12_000],
  ["CAD", 11_000],
  ["SGD", 10_000],
]);
const findReviewAmount = (currency: string): number =>
  assertPresent(REVIEW_ABOVE.get(currency), `the review amount of ${currency}`);
const reviewAbove = (currency: string) => ({ reviewAbove: String(findReviewAmount(currency)) });

/** Currency, minimum, maximum, monthly maximum and fee of recharges. */
const RECHARGE = [
  ["USD", "10.00", "1000000.00", "10000000.00", "5.00"],
  ["EUR", "10.00", "1000000.00", "10000000.00", "5.00"],
  ["GBP", "10.00", "800000.00", "8000000.00", "4.00"],
  ["HKD", "100.00", "8000000.00", "80000000.00", "40.00"],
  ["JPY", "1000", "150000000", "1500000000", "500"],
  ["CNY", "10.00", "10000000.00", "100000000.00", "0.00"],
  ["AUD", "10.00", "1000000.00", "10000000.00", "6.00"],
  ["CAD", "10.00", "1000000.00", "10000000.00", "6.00"],
  ["SGD", "10.00", "1000000.00", "10000000.00", "6.00"],
] as const;

/** Fees and limits by product and currency, without their effective date. */
const DEFAULT_TERMS: readonly Record<string, string>[] = [
  {
    product: "withdrawal",
    currency: "CNY",
    singleMin: Decimal.of(cnyMinimum).toFixed(2),
    singleMax: "500000.00",
    monthlyMax: "20000000.00",
    singleFee: "10.00",
    withdrawalRate: "0.001",
    ...reviewAbove("CNY"),
  },
  ...RECHARGE.map(([currency, singleMin, singleMax, monthlyMax, singleFee]) => ({
    product: "recharge",
    currency,
    singleMin,
    singleMax,
    monthlyMax,
    singleFee,
  })),
  ...["USD", "EUR"].map((currency) => ({
    product: "cardRecharge",
    currency,
    singleMin: "20.00",
    singleMax: "20000.00",
    monthlyMax: "200000.00",
    singleFee: "1.00",
  })),
  ...Object.entries({ CNY: 100, USD: 20, EUR: 20, HKD: 150, GBP: 20, JPY: 3_000, AUD: 30, CAD: 30, SGD: 30 }).map(
    ([currency, least]) => ({
      product: "swap",
      currency,
      singleMin: String(least),
      singleMax: String(least * 100_000),
      monthlyMax: String(least * 1_000_000),
      singleFee: currency === "CNY" ? "5" : "0",
      exchangeRate: "0.0025",
    }),
  ),
  ...Object.entries({ USD: "25", EUR: "20", GBP: "18", HKD: "150", JPY: "3000", AUD: "30", CAD: "30", SGD: "30" }).map(
    ([currency, singleFee]) => ({
      product: "remittance",
      currency,
      singleMin: currency === "JPY" ? "10000" : "50",
      singleMax: currency === "JPY" ? "50000000" : "500000",
      monthlyMax: currency === "JPY" ? "500000000" : "5000000",
      singleFee,
      correspondentFee: singleFee,
      withdrawalRate: "0.001",
      ...reviewAbove(currency),
    }),
  ),
  ...["CNY", "USD", "EUR", "GBP", "HKD", "JPY"].map((currency) => ({
    product: "transfer",
    currency,
    singleMin: genericMinimum,
    singleMax: String(findReviewAmount(currency) * 10),
    monthlyMax: String(findReviewAmount(currency) * 100),
    singleFee: currency === "JPY" ? "20" : "1",
    ...reviewAbove(currency),
  })),
  ...Object.entries({ CNY: "10", USD: "15", EUR: "15", GBP: "12", HKD: "100", JPY: "2000" }).map(
    ([currency, singleFee]) => ({
      product: "clearing",
      currency,
      singleMin: currency === "JPY" ? "1000" : genericMinimum,
      singleMax: currency === "JPY" ? "50000000" : "2000000",
      monthlyMax: currency === "JPY" ? "500000000" : "20000000",
      singleFee,
      ...reviewAbove(currency),
    }),
  ),
  { product: "networkAccess", currency: "USD", singleMin: "0", singleMax: "0", monthlyMax: "0", singleFee: "50" },
];

/** Inserts the default terms of a merchant, effective from `at`. */
export async function grantDefaultTerms(tx: Queries, schemas: Schemas, tenant: string, at: number): Promise<void> {
  const effectiveFrom = new Date(at).toISOString();
  const rows = DEFAULT_TERMS.map((terms) => ({ ...terms, effectiveFrom }));
  await insertRows(tx, schemas.entity("channel"), { tenant, at }, rows);
}
