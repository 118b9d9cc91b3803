/** What the operator may do to the sandbox: the verbs of `npm run sim` and of the operator port. */
import type { Row } from "../../src/engine/index.ts";
import { machine } from "../jobs/clock-events.ts";
import { digitsOf, fromMinor, toMinor } from "../ledger/minor.ts";
import { post } from "../ledger/post.ts";
import { balances } from "../ledger/balances.ts";
import { Failure } from "../failure.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { recordNumber } from "../lifecycle/number.ts";
import { verifyAll } from "../lifecycle/verify.ts";
import { tableOf } from "../../src/engine/index.ts";
import type { Database } from "../store/database.ts";
import { bankReference } from "./bank.ts";
import type { SandboxClock } from "./clock.ts";
import { span } from "./span.ts";

/** What the verbs work on. */
export interface Desk {
  db: Database;
  clock: SandboxClock;
  context: LifecycleContext;
  /** Runs every job that is due. */
  drain(): Promise<number>;
  /** Empties the database and fills it again. */
  reset(): Promise<void>;
  seed(): Promise<boolean>;
}
/** Words after the verb, and its options. */
export interface Order { words: string[]; options: Record<string, string> }
/** A verb used wrongly; the message says how it is used. */
export class Usage extends Error {}

/** Verbs by name. Each answers plain JSON. */
export const verbs: Readonly<Record<string, { usage: string; run(desk: Desk, order: Order): Promise<unknown> }>> = {
  outbox: {
    usage: "outbox [--to <address>] [--last <n>]",
    run: async ({ db }, { options }) => {
      const rows = await db.query("SELECT at, channel, target, subject, body FROM outbox WHERE (CAST($1 AS text) = '' OR target = $1) ORDER BY id DESC LIMIT $2", [options["to"] ?? "", Math.min(Number(options["last"] ?? 20) || 20, 500)]);
      return rows.toReversed();
    },
  },
  clock: {
    usage: "clock show | clock advance <2d|3h|15m|30s> | clock set <ISO time>",
    run: async ({ clock, drain }, { words: [what = "show", value] }) => {
      if (what === "advance") await clock.advance(span(value ?? ""));
      else if (what === "set") await clock.advance(Math.round(Date.parse(value ?? "") - clock.now()));
      else if (what !== "show") throw new Usage(`unknown clock verb ${what}`);
      const jobs = what === "show" ? 0 : await drain();
      return { now: new Date(clock.now()).toISOString(), aheadMs: clock.ahead(), jobs };
    },
  },
  deposit: {
    usage: "deposit --mer <merchant or user> --ccy <currency> --amount <amount> [--remitter <name>]",
    run: async ({ db, clock, context }, { options }) => {
      const m = await merchantOf(db, options["mer"] ?? "");
      const currency = options["ccy"] ?? "";
      const units = Object.fromEntries((context.schemas.data.get("currency") ?? []).map((row: Row) => [String(row["code"]), Number(row["minorUnits"])]));
      const digits = digitsOf(currency, units);
      const amount = toMinor(options["amount"] ?? "", digits);
      if (amount <= 0n) throw new Usage("the amount must be more than zero");
      if (context.books?.closed) throw new Failure("moneyStopped");
      const at = clock.now();
      const id = recordNumber("RC", at);
      await db.tx((tx) => post(tx, { m, kind: "book", order: { kind: "recharge", id }, step: "book", at, remark: options["remitter"], lines: [{ from: "nostro", to: "avail", currency, amount }] }));
      const balance = (await balances(db, m)).get(currency)!;
      return { order: id, currency, withdrawable: fromMinor(balance.avail, digits) };
    },
  },
  order: {
    usage: "order <number> --event <paid|refused|returned|...> [--reason <text>] [--reference <bank number>]",
    run: async ({ db, context, drain }, { words: [id = ""], options: { event = "", ...input } }) => {
      for (const entity of context.schemas.entities.values()) {
        if (!entity.lifecycle || entity.source !== "store") continue;
        const [row] = await db.query(`SELECT m FROM ${tableOf(entity)} WHERE id = $1`, [id]);
        if (!row) continue;
        const reason = input["reason"] ?? "由模拟操作员触发 / by the sandbox operator";
        const reference = input["reference"] ?? bankReference(context.clock.now());
        const record = await db.tx((tx) => fire(tx, entity, id, event, machine("provider", row.m, "operator"), { ...input, reason, reference }, context));
        await drain();
        return { order: id, status: record[entity.lifecycle.field] };
      }
      throw new Usage(`no order ${id}`);
    },
  },
  ledger: {
    usage: "ledger check",
    run: async ({ db, context }) => {
      const findings = await (context.books?.check() ?? verifyAll(db, context.schemas));
      const [{ n }] = (await db.query("SELECT count(*) AS n FROM ledger_posting")) as [{ n: string }];
      return { ok: findings.length === 0, postings: Number(n), findings };
    },
  },
  jobs: {
    usage: "jobs [--state open|done|dead]",
    run: async ({ db }, { options }) => db.query("SELECT kind, state, run_at, attempts, error, payload FROM job WHERE state = $1 ORDER BY run_at LIMIT 200", [options["state"] ?? "open"]),
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

/** A merchant by its id or by the sign-in name of one of its users. */
async function merchantOf(db: Database, text: string): Promise<string> {
  const [row] = await db.query("SELECT id FROM merchant WHERE id = $1 UNION ALL SELECT m FROM portal_user WHERE username = $1 LIMIT 1", [text]);
  if (!row) throw new Usage(`no merchant or user ${text}`);
  return row.id;
}
