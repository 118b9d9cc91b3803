/** Operator command `card`: simulates purchases and their settlement, codes, and a block by the issuer. */
import { randomInt, randomUUID } from "node:crypto";
import { getTableName, type Entity, type Row } from "@portolan/engine";
import type { LifecycleContext } from "../../../lifecycle/context.ts";
import { createSystemActor } from "../../../lifecycle/clock-events.ts";
import { assertPresent } from "../../../core/required.ts";
import { fire } from "../../../lifecycle/fire.ts";
import { load } from "../../../lifecycle/store.ts";
import { authorise } from "../authorise.ts";
import { storeCode } from "../codes.ts";
import { formatPurchaseSubject } from "../messages.ts";
import { readEvent, storeEvent } from "../../../providers/inbox.ts";
import type { Queries, Tx } from "../../../store/database.ts";
import { findShopDecline } from "./shops.ts";
import {
  UsageError,
  type OperatorContext,
  type CommandInput,
  type OperatorCommand,
} from "../../../sandbox/operator-command.ts";

const USAGE =
  "card <card> authorise|decline|code --amount <amount> [--merchant <name>] [--mcc <four digits>] | card <transaction> capture|reverse|refund|expire [--amount <amount>] [--message <id>] | card <card> block [--reason <text>]";

/**
 * Messages about a purchase take the way of the issuer's callbacks. If the first argument is a card, they are about its
 * latest open authorisation, and a refund about its latest settled purchase.
 */
export const cardCommand: OperatorCommand = {
  usage: USAGE,
  async run(desk, { words: [id = "", what = ""], options }) {
    const target = { id, tenant: await findTenant(desk, id), options };
    const action = Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined;
    const state = Object.hasOwn(MESSAGES, what) ? MESSAGES[what] : undefined;
    if (!action && state === undefined) throw new UsageError(USAGE);
    const record = action
      ? await desk.db.tx((tx) => action.run(tx, desk.context, target))
      : await sendMessage(desk, target, { event: what, state });
    return Object.fromEntries(
      ["id", "status", ...(action?.shows ?? SHOWN)]
        .filter((name) => record[name] !== undefined)
        .map((name) => [name, record[name]]),
    );
  },
};

interface Target {
  id: string;
  tenant: string;
  options: CommandInput["options"];
}

/**
 * An action of the command: `run` performs it, and `shows` lists the fields of the result to print after `id` and
 * `status`.
 */
interface CardAction {
  shows: readonly string[];
  run(tx: Tx, context: LifecycleContext, target: Target): Promise<Row>;
}

const ACTIONS: Readonly<Record<string, CardAction>> = {
  authorise: {
    shows: ["amount", "declineReason"],
    run: (tx, context, target) =>
      authorise(tx, context, readPurchase(target), findShopDecline(target.options["merchant"])),
  },
  decline: {
    shows: ["amount", "declineReason"],
    run: (tx, context, target) => authorise(tx, context, readPurchase(target), "merchant"),
  },
  code: {
    shows: ["code", "expiresAt"],
    run: (tx, context, target) => storeCode(tx, context, readPurchase(target), createRandomCode()),
  },
  block: {
    shows: ["disabledReason"],
    run: (tx, context, { id, tenant, options }) =>
      fire(
        tx,
        {
          entity: context.schemas.entity("card"),
          id,
          event: "block",
          actor: createSystemActor("provider", tenant, "operator"),
          input: { reason: options["reason"] ?? "XC04" },
        },
        context,
      ),
  },
};

/** Messages about a purchase, with the state of the purchase that each is about if only its card is named. */
const MESSAGES: Readonly<Record<string, string>> = {
  capture: "authorised",
  reverse: "authorised",
  expire: "authorised",
  refund: "captured",
};
/** Fields to print after a message. `parked`: why it could not be booked. */
const SHOWN = ["amount", "settled", "refunded", "owed", "parked"];

/** Returns the tenant of a card or card transaction. @throws UsageError when neither exists */
async function findTenant({ db, context }: OperatorContext, id: string): Promise<string> {
  const [cards, transactions] = [context.schemas.entity("card"), context.schemas.entity("cardTransaction")];
  const [row] = await db.query(
    `SELECT m FROM ${getTableName(cards)} WHERE id = $1 UNION ALL SELECT m FROM ${getTableName(transactions)} WHERE id = $1`,
    [id],
  );
  if (!row) throw new UsageError(`no card or card transaction ${id}`);
  return row.m;
}

/** Sends a message about the given transaction, or about the latest one of the given card, and awaits its outcome. */
async function sendMessage(
  { db, context, drain }: OperatorContext,
  { id, tenant, options }: Target,
  { event, state }: { event: string; state: string | undefined },
): Promise<Row> {
  const entity = context.schemas.entity("cardTransaction");
  const transaction = await findTransaction(db, entity, tenant, { id, state });
  const at = context.clock.now();
  const message = options["message"] ?? `sandbox/${randomUUID()}`;
  const input = options["amount"] ? { amount: readAmount(options) } : {};
  const askId = formatPurchaseSubject(tenant, transaction);
  const seal = assertPresent(context.seal, "the seal");
  await db.tx((tx) =>
    storeEvent(
      tx,
      { port: "cards", event: { id: message, askId, event, at: new Date(at).toISOString(), input }, at },
      seal,
    ),
  );
  await drain();
  const record = await db.tx((tx) => load(tx, entity, tenant, transaction));
  const stored = await readEvent(db, "cards", message);
  return { ...record?.data, ...(stored?.reason ? { parked: stored.reason } : {}) };
}

const readPurchase = ({ id, tenant, options }: Target) => ({
  tenant,
  cardId: id,
  amount: readAmount(options),
  merchant: options["merchant"] ?? "Sandbox Shop",
  ...(options["mcc"] ? { mcc: options["mcc"] } : {}),
});

const createRandomCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

function readAmount({ amount = "" }: CommandInput["options"]): string {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount) || Number(amount) === 0) throw new UsageError("an amount like 25.00");
  return amount;
}

/** Returns the given transaction, or the latest one of the given card in a state. @throws UsageError when there is none */
async function findTransaction(
  db: Queries,
  transactions: Entity,
  tenant: string,
  { id, state }: { id: string; state: string | undefined },
): Promise<string> {
  const [own] = await db.query(`SELECT id FROM ${getTableName(transactions)} WHERE m = $1 AND id = $2`, [tenant, id]);
  if (own) return own.id;
  const [latest] = await db.query(
    `SELECT id FROM ${getTableName(transactions)} WHERE m = $1 AND f_card_id = $2 AND status = $3 ORDER BY created_at DESC, id DESC LIMIT 1`,
    [tenant, id, state],
  );
  if (!latest)
    throw new UsageError(`card ${id} has no ${state === "captured" ? "settled purchase" : "open authorisation"}`);
  return latest.id;
}
