/**
 * POST /mer/wallet/batchWithdraw (C40): institution clearing. Several balances go to the merchant's own settlement accounts, each in its own
 * currency: one order a currency, because each is paid, refused or returned by itself; all orders are made in one transaction, or none.
 */
import type { EntityRow } from "../../../src/contract/calls.ts";
import type { CheckError, Row } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import { handler } from "../../calls/handler.ts";
import { lifecycleContext } from "../../calls/entity/events.ts";
import { create } from "../../lifecycle/create.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { HOME_CURRENCY } from "../rates/board.ts";
import { presentRow } from "../../calls/typed-rows.ts";

/** Prefix of a batch's number. */
const BATCH = "CB";

export const batchWithdraw = handler("batchWithdraw", async (call) => {
  const { services, actor } = call;
  const entity = services.schemas.entity("clearing");
  const { wallets, accountId, payeeId, ...shared } = call.body;
  const settlement = (currency: string): Row => (currency === HOME_CURRENCY ? { accountId } : { payeeId });
  return call.idempotent(async (tx) => {
    const context = lifecycleContext(call, tx);
    const batchNo = recordNumber({ ...entity, number: BATCH }, services.clock.now());
    const errors: CheckError[] = [];
    const records: EntityRow<"clearing">[] = [];
    // In the order of the currencies, so that two batches at once never wait for each other crosswise.
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
});

/** An order's error at the line that it came from; what all lines share stands at its own field. */
function placed(error: CheckError, index: number, wallet: Row): CheckError {
  return (error.at.split("/")[1] ?? "") in wallet ? { ...error, at: `/wallets/${index}${error.at}` } : error;
}
