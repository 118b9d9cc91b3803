/**
 * Opens a merchant's receiving accounts, one per currency in the application, when an institution has opened its
 * account.
 */
import type { Row } from "@portolan/engine";
import type { JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { insertRows } from "../../lifecycle/insert-rows.ts";
import { load } from "../../lifecycle/store.ts";

/** Name of the job that a completed application enqueues. */
export const OPENED_JOB = "network.opened";

export function openAccounts(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const { schemas, clock } = context;
    const [application, accounts] = [schemas.entity("networkAccess"), schemas.entity("receivingAccount")];
    await db.tx(async (tx) => {
      const stored = await load(tx, application, job.tenant, String(job.payload["id"]));
      if (stored) {
        const rows = buildAccountRows(stored.data, schemas.data.get("institution") ?? []);
        await insertRows(tx, accounts, { tenant: job.tenant, at: clock.now() }, rows);
      }
      await finish(tx);
    });
  };
}

function buildAccountRows(application: Row, institutions: readonly Row[]): Row[] {
  const institution = institutions.find((row) => row["code"] === application["institution"]);
  const wanted = Array.isArray(application["currencies"]) ? application["currencies"] : [];
  return wanted.map(({ currency }: { currency: string }) => ({
    currency,
    holder: application["companyName"],
    bank: translateToEnglish(institution?.["name"]),
    swift: institution?.["swift"],
    bankAddress: translateToEnglish(institution?.["address"]),
    country: institution?.["country"],
    account: application["openedAccount"],
    reference: application["orderNo"],
    status: "completed",
    isDefault: false,
  }));
}

/**
 * Returns the English version of a value that exists in several languages, for remitters abroad. Returns any other
 * value unchanged.
 */
const translateToEnglish = (text: unknown): unknown =>
  typeof text === "object" && text !== null && "en" in text ? text.en : text;
