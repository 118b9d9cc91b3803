import { randomInt } from "node:crypto";
import { type Entity, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { load } from "../../lifecycle/store.ts";

/** Name of the job that an application's event `issued` enqueues. */
export const MAKE_JOB = "card.make";

/** Returns the handler that creates all cards of an application in one transaction. */
export function makeCards(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const [application, card] = [context.schemas.entity("cardApplication"), context.schemas.entity("card")];
    await db.tx(async (tx) => {
      const order = await load(tx, application, job.tenant, String(job.payload["id"]));
      if (!order) throw new Error(`no application ${String(job.payload["id"])}`);
      for (let made = 0; made < Number(order.data["count"]); made++)
        await create(
          tx,
          {
            entity: card,
            input: createCard(card, order.data, context.clock.now()),
            actor: createSystemActor("provider", job.tenant, job.id),
            event: "issue",
          },
          context,
        );
      await finish(tx);
    });
  };
}

/**
 * Returns a new card for its application. Only the issuer's prefix and the last four digits of its number are stored.
 * The issuer returns the complete number on request (`vault.ts`).
 */
export function createCard(card: Entity, order: Row, at: number, lastFour = randomInt(10_000)): Row {
  const names = new Set(card.fields.map((field) => field.name));
  const own = Object.entries(order).filter(
    ([name]) => names.has(name) && !["status", "reason", "createdAt"].includes(name),
  );
  return {
    ...Object.fromEntries(own),
    number: `${String(order["bin"])}******${String(lastFour).padStart(4, "0")}`,
    application: order["orderNo"],
    expiry: computeExpiry(at, Number(order["validMonths"])),
    balance: "0.00",
    held: "0.00",
    uses: 0,
    totalAuthorised: "0.00",
    dayUsed: "0.00",
    dayOf: formatDayInChina(at),
    monthUsed: "0.00",
    monthOf: formatDayInChina(at).slice(0, 7),
  };
}

/**
 * Returns the last day of the month that is `months` months after `at`, because cards are valid until the end of a
 * month.
 */
function computeExpiry(at: number, months: number): string {
  const [year = 0, month = 1] = formatDayInChina(at).split("-").map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}
