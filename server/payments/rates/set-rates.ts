/**
 * Operations on market prices that need two operators: setting prices, and accepting prices that are held because they
 * jumped.
 */
import { readText } from "../../core/body.ts";
import { isRow } from "../../core/row.ts";
import type { Row } from "@portolan/engine";
import type { OperatorAction } from "../../operators/proposals.ts";
import type { Queries } from "../../store/database.ts";
import { readHeld } from "./accept.ts";
import { writeMoments } from "./feed.ts";
import { readNewest, type Moment } from "./market.ts";
import { checkPrices } from "./source.ts";

export const SET_ACTION = "rates.set";
export const ACCEPT_ACTION = "rates.accept";

const MINUTE_MS = 60_000;

/** Returns the time of the newest prices. A proposal becomes stale when newer ones are stored. */
const readVersion = async (db: Queries): Promise<string> => String((await readNewest(db))?.at ?? "");

/** Reads the prices in a body. @throws Error for malformed prices */
function readMids({ mids }: Row): Moment["mids"] {
  const sent = { at: new Date(0).toISOString(), mids };
  if (!isRow(mids) || !checkPrices(sent)) throw new Error("a price is a positive number for one US dollar");
  return sent.mids;
}

/**
 * Stores prices set by operators, valid for some minutes from the confirmation. Currencies that are not listed have no
 * price.
 */
export const setRates: OperatorAction = {
  readVersion,
  async run(tx, { body }) {
    const now = Date.now();
    const mids = readMids(body);
    const validUntil = now + Number(body["minutes"]) * MINUTE_MS;
    await tx.query("DELETE FROM rate_held");
    await writeMoments(tx, [{ at: now, mids, validUntil }], { before: undefined, now });
    return `${Object.keys(mids).length} prices until ${new Date(validUntil).toISOString()}`;
  },
};

/** Stores held prices with their original time, so that the source's next prices are compared with them. */
export const acceptRates: OperatorAction = {
  readVersion,
  async run(tx, { body }) {
    const mids = readMids(body);
    const at = Date.parse(readText(body, "at"));
    await writeMoments(tx, [{ at, mids }], { before: undefined, now: Date.now() });
    const held = await readHeld(tx);
    if (held && Date.parse(held.at) <= at) await tx.query("DELETE FROM rate_held");
    return `prices of ${new Date(at).toISOString()}`;
  },
};
