/** Operator command `card`: simulates purchases and their settlement, codes, and a block by the issuer. */
import { randomInt } from "node:crypto";
import { getTableName, type Entity, type Row } from "../../src/engine/index.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { createSystemActor } from "../lifecycle/clock-events.ts";
import { fire } from "../lifecycle/fire.ts";
import { authorise } from "../payments/cards/authorise.ts";
import { storeCode } from "../payments/cards/codes.ts";
import type { Queries, Tx } from "../store/database.ts";
import { findShopDecline } from "./shops.ts";
import { UsageError, type OperatorContext, type CommandInput, type OperatorCommand } from "./operator-command.ts";

const USAGE =
  "card <card> authorise|decline|code --amount <amount> [--merchant <name>] [--mcc <four digits>] | card <transaction> capture|reverse [--amount <settled>] | card <card> block [--reason <text>]";

/** If the first argument is a card, `capture` and `reverse` apply to its latest open authorisation. */
export const cardCommand: OperatorCommand = {
  usage: USAGE,
  async run(desk, { words: [id = "", what = ""], options }) {
    const target = { id, tenant: await findTenant(desk, id), options };
    const action = Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined;
    if (!action) throw new UsageError(USAGE);
    const record = await desk.db.tx((tx) => action.run(tx, desk.context, target));
    return Object.fromEntries(
      ["id", "status", ...action.shows]
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
  capture: {
    shows: ["amount", "settled"],
    run: (tx, context, target) =>
      settle(tx, context, target, {
        event: "capture",
        input: target.options["amount"] ? { settled: readAmount(target.options) } : {},
      }),
  },
  reverse: {
    shows: ["amount", "settled"],
    run: (tx, context, target) => settle(tx, context, target, { event: "reverse", input: {} }),
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

/** Returns the tenant of a card or card transaction. @throws UsageError when neither exists */
async function findTenant({ db, context }: OperatorContext, id: string): Promise<string> {
  const [cards, transactions] = [context.schemas.entity("card"), context.schemas.entity("cardTransaction")];
  const [row] = await db.query<{ m: string }>(
    `SELECT m FROM ${getTableName(cards)} WHERE id = $1 UNION ALL SELECT m FROM ${getTableName(transactions)} WHERE id = $1`,
    [id],
  );
  if (!row) throw new UsageError(`no card or card transaction ${id}`);
  return row.m;
}

/** Fires an event on the given transaction, or on the latest open one of the given card. */
async function settle(
  tx: Tx,
  context: LifecycleContext,
  { id, tenant }: Target,
  { event, input }: { event: string; input: Row },
): Promise<Row> {
  const entity = context.schemas.entity("cardTransaction");
  const transaction = await findOpenTransaction(tx, entity, tenant, id);
  const actor = createSystemActor("provider", tenant, "operator");
  return fire(tx, { entity, id: transaction, event, actor, input }, context);
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

/** Returns the given transaction, or the latest open one of the given card. @throws UsageError when there is none */
async function findOpenTransaction(db: Queries, transactions: Entity, tenant: string, id: string): Promise<string> {
  const [own] = await db.query<{ id: string }>(
    `SELECT id FROM ${getTableName(transactions)} WHERE m = $1 AND id = $2`,
    [tenant, id],
  );
  if (own) return own.id;
  const [open] = await db.query<{ id: string }>(
    `SELECT id FROM ${getTableName(transactions)} WHERE m = $1 AND f_card_id = $2 AND status = 'authorised' ORDER BY created_at DESC, id DESC LIMIT 1`,
    [tenant, id],
  );
  if (!open) throw new UsageError(`card ${id} has no open authorisation`);
  return open.id;
}
