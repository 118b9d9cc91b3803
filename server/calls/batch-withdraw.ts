/**
 * POST /mer/wallet/batchWithdraw (C40): institution clearing. Several balances go to the merchant's own settlement accounts, each in its own
 * currency: one order a currency, because each is paid, refused or returned by itself; all orders are made in one transaction, or none.
 */
import type { CheckError, Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import type { Handler } from "./handler.ts";
import { lifecycleContext } from "./entity/events.ts";
import { create } from "../lifecycle/create.ts";
import { recordNumber } from "../lifecycle/number.ts";
import { HOME_CURRENCY } from "../payments/rates/board.ts";
import { present } from "../records/present.ts";

/** Prefix of a batch's number. */
const BATCH = "CB";

export const batchWithdraw: Handler = async (call) => {
  const { services, actor } = call;
  const entity = services.schemas.entities.get("clearing");
  if (!entity) throw new Failure("notFound");
  const { wallets, accountId, payeeId, ...shared } = call.body as {
    wallets: Row[];
    accountId?: string;
    payeeId?: string;
  };
  const settlement = (currency: unknown): Row => (currency === HOME_CURRENCY ? { accountId } : { payeeId });
  return call.idempotent(async (tx) => {
    const context = lifecycleContext(call, tx);
    const batchNo = recordNumber(BATCH, services.clock.now());
    const errors: CheckError[] = [];
    const records: Row[] = [];
    // In the order of the currencies, so that two batches at once never wait for each other crosswise.
    const lines = wallets
      .map((wallet, index) => ({ wallet, index }))
      .sort((a, b) => (String(a.wallet["currency"]) < String(b.wallet["currency"]) ? -1 : 1));
    for (const { wallet, index } of lines) {
      try {
        records.push(
          present(
            entity,
            await create(
              tx,
              entity,
              { ...shared, ...settlement(wallet["currency"]), ...wallet, batchNo },
              actor,
              context,
            ),
            actor,
            "answer",
          ),
        );
      } catch (error) {
        if (!(error instanceof Failure) || error.failure !== "invalid") throw error;
        errors.push(...error.errors.map((one) => placed(one, index, wallet)));
      }
    }
    if (errors.length > 0)
      throw new Failure(
        "invalid",
        {},
        errors.filter(
          (one, at) => errors.findIndex(({ at: place, code }) => place === one.at && code === one.code) === at,
        ),
      );
    return { batchNo, records };
  });
};

/** An order's error at the line that it came from; what all lines share stands at its own field. */
function placed(error: CheckError, index: number, wallet: Row): CheckError {
  return (error.at.split("/")[1] ?? "") in wallet ? { ...error, at: `/wallets/${index}${error.at}` } : error;
}
