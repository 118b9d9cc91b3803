/** Banking kinds: bank, account and card numbers, identity numbers, fee rates, and regions of China. */
import type { Kind } from "@portolan/engine";
import { bic } from "./bic/bic.ts";
import { cardNumber } from "./card-number/card-number.ts";
import { creditCode } from "./credit-code/credit-code.ts";
import { feeRate } from "./fee-rate/fee-rate.ts";
import { iban } from "./iban/iban.ts";
import { linkedBankNo } from "./linked-bank-no/linked-bank-no.ts";
import { region } from "./region/region.ts";
import { residentId } from "./resident-id/resident-id.ts";

/** Banking kinds by name. The type requires an entry for every `BankingKind`. */
export const kindList = {
  bic,
  iban,
  "linked-bank-no": linkedBankNo,
  "credit-code": creditCode,
  "resident-id": residentId,
  "card-number": cardNumber,
  region,
  "fee-rate": feeRate,
};
/** Name of a banking kind. */
export type BankingKind = keyof typeof kindList;

/** Banking kinds, most specific first. */
export const kinds: readonly Kind[] = Object.values(kindList);
