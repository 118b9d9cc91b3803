/** The operator's command `card`: purchases and their settlement, codes, and a block by the issuer. */
import { randomInt } from "node:crypto";
import { tableOf, type Entity, type Row } from "../../src/engine/index.ts";
import { systemActor } from "../lifecycle/clock-events.ts";
import { fire } from "../lifecycle/fire.ts";
import { authorise } from "../payments/cards/authorise.ts";
import { storeCode } from "../payments/cards/codes.ts";
import { declineByName } from "./shops.ts";
import { UsageError, type OperatorContext, type CommandInput, type OperatorCommand } from "./operator-command.ts";

const USAGE =
  "card <card> authorise|decline|code --amount <amount> [--merchant <name>] [--mcc <four digits>] | card <transaction> capture|reverse [--amount <settled>] | card <card> block [--reason <text>]";

/** `capture` and `reverse` of a card take its latest open authorisation. */
export const cardCommand: OperatorCommand = {
  usage: USAGE,
  async run(desk, { words: [id = "", what = ""], options }) {
    const { db, context } = desk;
    const [cards, transactions] = [context.schemas.entity("card"), context.schemas.entity("cardTransaction")];
    const [row] = await db.query<{ m: string }>(
      `SELECT m FROM ${tableOf(cards)} WHERE id = $1 UNION ALL SELECT m FROM ${tableOf(transactions)} WHERE id = $1`,
      [id],
    );
    if (!row) throw new UsageError(`no card or card transaction ${id}`);
    const asked = () => ({
      cardId: id,
      amount: readAmount(options),
      merchant: options["merchant"] ?? "Sandbox Shop",
      ...(options["mcc"] ? { mcc: options["mcc"] } : {}),
    });
    const provider = systemActor("provider", row.m, "operator");
    const done = (record: Row, ...names: string[]) =>
      Object.fromEntries(
        ["id", "status", ...names].filter((name) => record[name] !== undefined).map((name) => [name, record[name]]),
      );
    switch (what) {
      case "authorise":
        return done(
          await db.tx((tx) => authorise(tx, context, { m: row.m, ...asked() }, declineByName(options["merchant"]))),
          "amount",
          "declineReason",
        );
      case "decline":
        return done(
          await db.tx((tx) => authorise(tx, context, { m: row.m, ...asked() }, "merchant")),
          "amount",
          "declineReason",
        );
      case "capture":
      case "reverse": {
        const transaction = await findOpenTransaction(desk, transactions, row.m, id);
        const input = what === "capture" && options["amount"] ? { settled: readAmount(options) } : {};
        return done(
          await db.tx((tx) =>
            fire(tx, { entity: transactions, id: transaction, event: what, actor: provider, input }, context),
          ),
          "amount",
          "settled",
        );
      }
      case "code":
        return done(
          await db.tx((tx) => storeCode(tx, context, { m: row.m, ...asked() }, randomCode())),
          "code",
          "expiresAt",
        );
      case "block":
        return done(
          await db.tx((tx) =>
            fire(
              tx,
              { entity: cards, id, event: "block", actor: provider, input: { reason: options["reason"] ?? "XC04" } },
              context,
            ),
          ),
          "disabledReason",
        );
      default:
        throw new UsageError(USAGE);
    }
  },
};

const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

function readAmount({ amount = "" }: CommandInput["options"]): string {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount) || Number(amount) === 0) throw new UsageError("an amount like 25.00");
  return amount;
}

/** Returns the transaction itself, or the latest open one of the card. @throws UsageError when the card has none */
async function findOpenTransaction(
  { db }: Pick<OperatorContext, "db">,
  transactions: Entity,
  m: string,
  id: string,
): Promise<string> {
  const [own] = await db.query<{ id: string }>(`SELECT id FROM ${tableOf(transactions)} WHERE m = $1 AND id = $2`, [
    m,
    id,
  ]);
  if (own) return own.id;
  const [open] = await db.query<{ id: string }>(
    `SELECT id FROM ${tableOf(transactions)} WHERE m = $1 AND f_card_id = $2 AND status = 'authorised' ORDER BY created_at DESC, id DESC LIMIT 1`,
    [m, id],
  );
  if (!open) throw new UsageError(`card ${id} has no open authorisation`);
  return open.id;
}
