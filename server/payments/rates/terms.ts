/** Computes a merchant's price: the mid minus or plus the margin in its terms. */
import { Decimal, getTableName, type Row } from "../../../src/engine/index.ts";
import type { Schemas } from "../../schemas/read.ts";
import type { Queries } from "../../store/database.ts";
import { roundPrice, computeMid, type Moment, type Pair } from "./market.ts";

/** The product whose terms contain the margin, `exchangeRate`. @see docs/decisions/0032 */
export const PRODUCT = "swap";

/** Margins by sold currency. 0.003 deducts 0.3% from the mid price. */
export type Margins = ReadonlyMap<string, Decimal>;

/** Reads a merchant's current margins. A currency without a margin cannot be sold until operators set one (M18). */
export async function readMargins(db: Queries, schemas: Schemas, tenant: string, now: number): Promise<Margins> {
  const channel = schemas.entity("channel");
  const rows = (await db.query<{ data: Row }>(`SELECT data FROM ${getTableName(channel)} WHERE m = $1`, [tenant])).map(
    ({ data }) => data,
  );
  const from = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  const inEffect = rows
    .filter((row) => row["product"] === PRODUCT && from(row) <= now)
    .sort((a, b) => from(a) - from(b));
  return new Map(
    inEffect.flatMap((row) => {
      const margin = Decimal.parse(row["exchangeRate"]);
      return margin ? [[String(row["currency"]), margin] as const] : [];
    }),
  );
}

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
