/** Computes a merchant's price: the mid minus or plus the margin in its terms. */
import { Decimal, getTableName, type Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { roundPrice, computeMid, type Moment, type Pair } from "./market.ts";

/**
 * The product whose terms contain the margin, `exchangeRate`.
 * @see docs/decisions/money.md#an-exchange-rate-in-terms-is-a-margin-prices-are-a-table
 */
export const PRODUCT = "swap";

/** Products that let a balance out, to a bank or into another currency, and the figure that each needs to be priced. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  [PRODUCT]: "exchangeRate",
  withdrawal: "withdrawalRate",
  remittance: "withdrawalRate",
  clearing: "singleFee",
};

/** Reads the terms of a merchant in force at `now` (ms), oldest first, so that later ones replace earlier ones. */
export async function readTermsInForce(db: Queries, schemas: Schemas, tenant: string, now: number): Promise<Row[]> {
  const rows = await db.query(`SELECT data FROM ${getTableName(schemas.entity("channel"))} WHERE m = $1`, [tenant]);
  const begin = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  return rows
    .map(({ data }) => data)
    .filter((row) => begin(row) <= now)
    .toSorted((a, b) => begin(a) - begin(b));
}

/** Returns the currencies that terms let out again: sold, paid or withdrawn. */
export function findCurrenciesWithExit(inForce: readonly Row[]): ReadonlySet<string> {
  const newest = new Map(inForce.map((row) => [`${String(row["product"])} ${String(row["currency"])}`, row]));
  const open = [...newest.values()].filter((row) => {
    const figure = WAYS_OUT[String(row["product"])];
    return figure !== undefined && Decimal.parse(row[figure]) !== undefined;
  });
  return new Set(open.map((row) => String(row["currency"])));
}

/** Margins by sold currency. 0.003 deducts 0.3% from the mid price. */
export type Margins = ReadonlyMap<string, Decimal>;

/** Reads a merchant's current margins. A currency without a margin is sold only by those who hold it (M18). */
export async function readMargins(db: Queries, schemas: Schemas, tenant: string, now: number): Promise<Margins> {
  return findMargins(await readTermsInForce(db, schemas, tenant, now));
}

/** Returns the margins in these terms. */
export function findMargins(inForce: readonly Row[]): Margins {
  const own = inForce.filter(({ product }) => product === PRODUCT);
  return new Map(
    own.flatMap((row) => {
      const margin = Decimal.parse(row["exchangeRate"]);
      return margin ? [[String(row["currency"]), margin] as const] : [];
    }),
  );
}

/** Returns the largest margin: the one of a held currency without its own, so that every balance can be sold. */
export const findLargestMargin = (margins: Margins): Decimal | undefined =>
  [...margins.values()].toSorted((a, b) => a.cmp(b)).at(-1);

/**
 * Returns how much `quote` the merchant receives for one `base`, rounded down, or undefined without a price or a
 * margin.
 */
export function computeSellingRate(moment: Moment, { base, quote }: Pair, margins: Margins): Decimal | undefined {
  const [mid, margin] = [computeMid(moment, { base, quote }), margins.get(base)];
  return mid && margin ? roundPrice(mid.mul(Decimal.of("1").sub(margin)), true) : undefined;
}

/** Returns how much `quote` the merchant pays for one `base`, or undefined without a price or a margin. */
export function computeBuyingRate(moment: Moment, { base, quote }: Pair, margins: Margins): Decimal | undefined {
  const [mid, margin] = [computeMid(moment, { base, quote }), margins.get(quote)];
  return mid && margin ? roundPrice(mid.mul(Decimal.of("1").add(margin))) : undefined;
}
