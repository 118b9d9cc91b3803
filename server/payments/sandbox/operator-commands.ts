/** Commands of `npm run sim` and of the operator port. */
import { Decimal, getTableName } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import { findDigits, fromMinor, toMinor } from "../ledger/minor-units.ts";
import { readBalances } from "../ledger/balances.ts";
import { readBookStates } from "../ledger/book-state.ts";
import { fire } from "../../lifecycle/fire.ts";
import { verifyAll } from "../monitor/verify.ts";
import { roundPrice, computeMid, parsePair } from "../rates/market.ts";
import { readTradingTime } from "../swap/trading.ts";
import { UsageError, type OperatorCommands, type OperatorContext } from "../../sandbox/operator-command.ts";
import type { LedgerMonitor } from "../monitor/ledger-monitor.ts";
import type { SandboxFeed } from "../rates/sandbox/market.ts";
import { findMerchantId } from "./find-merchant.ts";
import { cardCommand } from "../cards/sandbox/command.ts";
import { setChannelCommand } from "./terms-command.ts";
import { createBankReference } from "../demo/bank-reference.ts";
import { receiveMoney } from "../collect/sandbox/deposit.ts";
import { parseDuration } from "../../sandbox/parse-duration.ts";

/** Dependencies of the commands of payments. */
export interface PaymentOperatorContext extends OperatorContext {
  feed: SandboxFeed;
  monitor?: Pick<LedgerMonitor, "check" | "open"> | undefined;
}

export const operatorCommands: OperatorCommands<PaymentOperatorContext> = {
  outbox: {
    usage: "outbox [--to <address>] [--last <n>]",
    run: async ({ db }, { options }) => {
      const rows = await db.query(
        "SELECT at, channel, target, subject, body FROM outbox WHERE (CAST($1 AS text) = '' OR target = $1) ORDER BY id DESC LIMIT $2",
        [options["to"] ?? "", Math.min(Number(options["last"] ?? 20) || 20, 500)],
      );
      return rows.toReversed();
    },
  },
  clock: {
    usage:
      "clock show | clock advance <2d|3h|15m|30s> | clock set <ISO time> | clock open (to where the currency market deals)",
    run: async ({ clock, context, drain }, { words: [what = "show", value] }) => {
      if (what === "advance") await clock.advance(parseDuration(value ?? ""));
      else if (what === "set") await clock.advance(Math.round(Date.parse(value ?? "") - clock.now()));
      else if (what === "open") {
        const { open, opensAt } = readTradingTime(context);
        if (!open) await clock.advance(opensAt - clock.now());
      } else if (what !== "show") throw new UsageError(`unknown clock verb ${what}`);
      const jobs = what === "show" ? 0 : await drain();
      return { now: new Date(clock.now()).toISOString(), aheadMs: clock.ahead(), jobs };
    },
  },
  deposit: {
    usage:
      "deposit --mer <merchant or user> --ccy <currency> --amount <amount> [--remitter <name>] [--order <announced deposit>]",
    run: async ({ db, clock, context, drain }, { options }) => {
      const tenant = await findMerchantId(db, options["mer"] ?? "");
      const currency = options["ccy"] ?? "";
      const digits = findDigits(currency, context.schemas.entity("wallet").minorUnits);
      const minor = toMinor(options["amount"] ?? "", digits);
      if (minor <= 0n) throw new UsageError("the amount must be more than zero");
      const arrival = {
        tenant,
        currency,
        amount: fromMinor(minor, digits),
        ...(options["remitter"] ? { remitter: options["remitter"] } : {}),
        ...(options["order"] ? { order: options["order"] } : {}),
      };
      const orders = await db.tx((tx) => receiveMoney(tx, arrival, context, clock.now()));
      await drain();
      const balance = assertPresent((await readBalances(db, tenant)).get(currency), `a balance of ${currency}`);
      return {
        order: orders[0],
        ...(orders[1] ? { surplus: orders[1] } : {}),
        currency,
        withdrawable: fromMinor(balance.avail, digits),
        unavailable: fromMinor(balance.in + balance.hold, digits),
      };
    },
  },
  order: {
    usage: "order <number> --event <paid|refused|returned|...> [--reason <text>] [--reference <bank number>]",
    run: async ({ db, context, drain }, { words: [id = ""], options: { event = "", ...input } }) => {
      for (const entity of context.schemas.entities.values()) {
        if (!entity.lifecycle || entity.source !== "store") continue;
        const [row] = await db.query(`SELECT m, status FROM ${getTableName(entity)} WHERE id = $1`, [id]);
        if (!row) continue;
        const missing =
          entity.lifecycle.transitions
            .find(({ on, by, from }) => on === event && by === "provider" && from.includes(row.status))
            ?.needs.filter((name) => name !== "reason" && input[name] === undefined) ?? [];
        if (missing.length > 0)
          throw new UsageError(`${event} needs ${missing.map((name) => `--${name} <value>`).join(" ")}`);
        const reason = input["reason"] ?? "XS01";
        const reference = input["reference"] ?? createBankReference(context.clock.now());
        const record = await db.tx((tx) =>
          fire(
            tx,
            {
              entity,
              id,
              event,
              actor: createSystemActor("provider", row.m, "operator"),
              input: { ...input, reason, reference },
            },
            context,
          ),
        );
        await drain();
        return { order: id, status: record[entity.lifecycle.field] };
      }
      throw new UsageError(`no order ${id}`);
    },
  },
  merchant: {
    usage: "merchant <merchant or user> status <4|0|-1|1>",
    run: async ({ db, context }, { words: [who = "", what, value = ""] }) => {
      if (what !== "status" || !["4", "0", "-1", "1"].includes(value))
        throw new UsageError("a status is 4 (not certified), 0 (under review), -1 (failed) or 1 (passed)");
      const tenant = await findMerchantId(db, who);
      await db.query("UPDATE merchant SET user_status = $2 WHERE id = $1", [tenant, Number(value)]);
      context.invalidateSessions?.();
      return { merchant: tenant, userStatus: Number(value) };
    },
  },
  review: {
    usage: "review <entity> <number> <pass|fail|askMore|...> [--reason <text>]",
    run: async ({ db, context, drain }, { words: [name = "", id = "", event = ""], options }) => {
      const entity = context.schemas.entities.get(name);
      if (!entity?.lifecycle) throw new UsageError(`no reviewed entity ${name}`);
      const [row] = await db.query(`SELECT m FROM ${getTableName(entity)} WHERE id = $1`, [id]);
      if (!row) throw new UsageError(`no ${name} ${id}`);
      const reason = options["reason"] ?? "XS01";
      const record = await db.tx((tx) =>
        fire(
          tx,
          { entity, id, event, actor: createSystemActor("provider", row.m, "operator"), input: { ...options, reason } },
          context,
        ),
      );
      await drain();
      return { [name]: id, status: record[entity.lifecycle.field] };
    },
  },
  rate: {
    usage: "rate set <USD/CNY> <7.1234>",
    run: async ({ feed }, { words: [what, name = "", price = ""] }) => {
      const [pair, value] = [parsePair(name), Decimal.parse(price)];
      if (what !== "set" || !pair || !value || value.cmp(0n) <= 0)
        throw new UsageError("a pair like USD/CNY and a price above zero");
      const moment = await feed.set(pair, value);
      const mid = roundPrice(assertPresent(computeMid(moment, pair), `a price of ${name}`));
      return { pair: name, mid: mid.toString(), at: new Date(moment.at).toISOString() };
    },
  },
  card: cardCommand,
  "channel.set": setChannelCommand,
  ledger: {
    usage: "ledger check",
    run: async ({ db, context, monitor }) => {
      const findings = await (monitor?.check() ?? verifyAll(db, context.schemas));
      const [row] = await db.query("SELECT count(*) AS n FROM ledger_posting");
      return { ok: findings.length === 0, postings: Number(row?.n), findings };
    },
  },
  books: {
    usage: "books show | books check | books open <merchant or user> --reason <text>",
    run: async ({ db, monitor }, { words: [what = "show", who = ""], options }) => {
      if (what === "open") {
        const tenant = await findMerchantId(db, who);
        if (!options["reason"]) throw new UsageError("--reason says why they may be opened again");
        return { merchant: tenant, opened: await monitor?.open(tenant, options["reason"]) };
      }
      if (what === "check") await monitor?.check();
      else if (what !== "show") throw new UsageError(`unknown books verb ${what}`);
      return readBookStates(db);
    },
  },
  jobs: {
    usage: "jobs [--state open|done|dead]",
    run: async ({ db }, { options }) =>
      db.query(
        "SELECT kind, state, run_at, attempts, error, payload FROM job WHERE state = $1 ORDER BY run_at LIMIT 200",
        [options["state"] ?? "open"],
      ),
  },
  seed: { usage: "seed", run: async ({ seed }) => ({ seeded: await seed() }) },
  reset: {
    usage: "reset",
    run: async ({ reset }) => {
      await reset();
      return { reset: true };
    },
  },
};
