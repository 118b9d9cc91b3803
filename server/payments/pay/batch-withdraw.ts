/**
 * POST /mer/wallet/batchWithdraw (C40): institution clearing. Clears several balances to the merchant's settlement
 * accounts, each in its own currency. Creates one order per currency, because each can be paid, refused or returned
 * separately. Either all orders are created, in one transaction, or none.
 */
import type { CheckError, EntityRow, Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { handler } from "../../calls/handler.ts";
import { buildLifecycleContext } from "../../calls/entity/events.ts";
import { create } from "../../lifecycle/create.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { HOME_CURRENCY } from "../rates/board.ts";
import { presentRow } from "../../calls/typed-rows.ts";

const BATCH = "CB";

export const batchWithdraw = handler("batchWithdraw", async (call) => {
  const { services, actor } = call;
  const entity = services.schemas.entity("clearing");
  const { wallets, accountId, payeeId, ...shared } = call.body;
  const settlement = (currency: string): Row => (currency === HOME_CURRENCY ? { accountId } : { payeeId });
  return call.idempotent(async (tx) => {
    const context = buildLifecycleContext(call, tx);
    const batchNo = createRecordNumber({ ...entity, number: BATCH }, services.clock.now());
    const errors: CheckError[] = [];
    const records: EntityRow<"clearing">[] = [];
    // Lock the accounts in order of currency, so that concurrent batches cannot deadlock.
    const lines = wallets
      .map((wallet, index) => ({ wallet, index }))
      .sort((a, b) => (a.wallet.currency < b.wallet.currency ? -1 : 1));
    for (const { wallet, index } of lines) {
      try {
        const input = { ...shared, ...settlement(wallet.currency), ...wallet, batchNo };
        const record = await create(tx, { entity, input, actor }, context);
        records.push(presentRow(services.schemas, "clearing", record, { actor, purpose: "answer" }));
      } catch (error) {
        if (!(error instanceof Failure) || error.failure !== "invalid") throw error;
        errors.push(...error.errors.map((error) => placeAtLine(error, index, wallet)));
      }
    }
    if (errors.length > 0)
      throw new Failure(
        "invalid",
        {},
        errors.filter(
          (error, index) =>
            errors.findIndex(({ at: pointer, code }) => pointer === error.at && code === error.code) === index,
        ),
      );
    return { batchNo, records };
  });
});

/** Prefixes the path of an order's error with its line in the request. Errors of shared fields keep their path. */
function placeAtLine(error: CheckError, index: number, wallet: Row): CheckError {
  return (error.at.split("/")[1] ?? "") in wallet ? { ...error, at: `/wallets/${index}${error.at}` } : error;
}
