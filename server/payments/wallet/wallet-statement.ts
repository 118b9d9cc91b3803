/**
 * GET /mer/own/wallet/statement: returns the opening and closing balance of one currency over a period, the amount
 * currently on hold, the orders that hold it, and the number of the statement for that period.
 */
import { formatDay, startOfDay } from "@portolan/engine";
import { readEnds, readFirstMove, readOpenHolds } from "../ledger/account-statement.ts";
import { readBalances } from "../ledger/balances.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { formatStatementNumber } from "../ledger/statement-number.ts";
import { HOME_CURRENCY } from "../rates/board.ts";
import { describeHolds } from "../ledger/describe-holds.ts";
import { paymentHandler } from "../services.ts";

const DAY_MS = 86_400_000;

export const walletStatement = paymentHandler("walletStatement", async ({ services, actor, body }) => {
  const { db, schemas } = services;
  const currencies = [...(await readBalances(db, actor.tenant)).keys()];
  const usual = currencies.find((code) => code === HOME_CURRENCY) ?? currencies[0] ?? HOME_CURRENCY;
  const { currency = usual } = body;
  const { zone } = schemas.entity("wallet").dialect;
  const from = body.from && new Date(startOfDay(body.from, zone)).toISOString();
  // The period includes its last day.
  const to = body.to && new Date(startOfDay(body.to, zone) + DAY_MS).toISOString();
  const [ends, holds] = [
    await readEnds(db, actor.tenant, { currency, from, to }),
    await readOpenHolds(db, actor.tenant, currency),
  ];
  const today = formatDay(services.clock.now(), zone);
  const first = body.from ?? formatDay((await readFirstMove(db, actor.tenant, currency)) ?? services.clock.now(), zone);
  const last = body.to !== undefined && body.to < today ? body.to : today;
  const text = (minor: bigint) => fromMinor(minor, findDigits(currency, schemas.entity("wallet").minorUnits));
  return {
    currency,
    currencies,
    opening: text(ends.opening),
    closing: text(ends.closing),
    // A period that begins after today has no statement yet.
    ...(first <= last ? { number: formatStatementNumber({ currency, from: first, to: last }) } : {}),
    hold: text(ends.hold),
    held: holds.count,
    holds: (await describeHolds(services, actor.tenant, holds.list)).map(({ amount, ...order }) => ({
      ...order,
      amount: text(amount),
    })),
  };
});
