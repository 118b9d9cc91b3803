/** Operator command `channel.set`: sets a merchant's fees and limits. */
import { setTerms } from "../onboarding/set-terms.ts";
import { findMerchantId } from "./find-merchant.ts";
import { UsageError, type OperatorCommand } from "../../sandbox/operator-command.ts";

const USAGE =
  "channel.set --mer <merchant or user> --product <withdrawal|recharge|...> --currency <currency> [--effectiveFrom <ISO time, now if left out>] [--singleMin|--singleMax|--monthlyMax|--singleFee|--reviewAbove|--withdrawalRate|--exchangeRate <value, or none>]... (what is left out stays as in the row before)";

/** Returns the new row and the fields that changed. @throws Failure and RangeError as `setTerms` */
export const setChannelCommand: OperatorCommand = {
  usage: USAGE,
  async run({ db, context, clock }, { words, options: { mer = "", ...given } }) {
    if (words.length > 0) throw new UsageError(`unknown: ${words.join(", ")}`);
    const merchant = await findMerchantId(db, mer);
    const change = await db.tx((tx) => setTerms(tx, { schemas: context.schemas, clock }, merchant, given));
    return { merchant, ...change };
  },
};
