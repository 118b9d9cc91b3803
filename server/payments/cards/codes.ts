/** 3-D Secure codes that an issuer sends for purchases. */
import { randomInt } from "node:crypto";
import type { Row } from "@portolan/engine";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { load } from "../../lifecycle/store.ts";
import type { Tx } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import type { Purchase } from "./authorise.ts";

/** Validity of a code in milliseconds. */
const CODE_MS = 5 * 60_000;

/** Stores the code that the issuer sent for a purchase. @throws Error when the card does not exist */
export async function storeCode(
  tx: Tx,
  { schemas, clock }: Pick<LifecycleContext, "schemas" | "clock">,
  { tenant, cardId, amount, merchant }: Pick<Purchase, "cardId" | "amount" | "merchant"> & { tenant: string },
  code: string,
): Promise<Row> {
  const [cards, codes] = ["card", "cardCode"].map((name) => schemas.entities.get(name));
  if (!cards || !codes) throw new Error("the schemas have no cards");
  const card = await load(tx, cards, tenant, cardId);
  if (!card) throw new Error(`no card ${cardId}`);
  const at = clock.now();
  const row = createCodeRow(card.data, { amount, merchant }, at, code);
  const id = `${codes.number}${at}${randomInt(1_000_000)}`;
  return (await createRecordStore(tx, schemas).insert(codes, { tenant, id, row, at })).data;
}

/** Creates the row of a code that was received at `at` and expires five minutes later. */
export function createCodeRow(
  card: Row,
  { amount, merchant }: Pick<Purchase, "amount" | "merchant">,
  at: number,
  code: string,
): Row {
  return {
    cardId: card["id"],
    cardLabel: card["label"],
    number: card["number"],
    currency: card["currency"],
    merchant,
    amount,
    code,
    receivedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + CODE_MS).toISOString(),
  };
}
