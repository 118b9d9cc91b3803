/** An institution opened an account: the merchant's receiving accounts are there, one for each currency that it asked for. */
import type { Row } from "../../../src/engine/index.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { load } from "../../lifecycle/store.ts";
import { seedRows } from "../../sandbox/records.ts";

/** Handler of the job that the completed application leaves. */
export function openedAccount(context: LifecycleContext): Record<string, JobHandler> {
  return {
    "network.opened": async (job, { db, finish }) => {
      const { schemas, clock } = context;
      const [application, accounts] = [schemas.entities.get("networkAccess"), schemas.entities.get("receivingAccount")];
      await db.tx(async (tx) => {
        const stored = application && (await load(tx, application, job.m, String(job.payload["id"])));
        if (stored && accounts)
          await seedRows(tx, accounts, job.m, rowsOf(stored.data, schemas.data.get("institution") ?? []), clock.now());
        await finish(tx);
      });
    },
  };
}

function rowsOf(application: Row, institutions: readonly Row[]): Row[] {
  const institution = institutions.find((row) => row["code"] === application["institution"]);
  const wanted = application["currencies"] as { currency: string }[];
  return wanted.map(({ currency }) => ({
    currency,
    holder: application["companyName"],
    bank: inEnglish(institution?.["name"]),
    swift: institution?.["swift"],
    bankAddress: inEnglish(institution?.["address"]),
    country: institution?.["country"],
    account: application["openedAccount"],
    reference: application["orderNo"],
    status: "completed",
    isDefault: false,
  }));
}

/** Reference rows have their texts in both languages; remitters abroad read the English one. */
const inEnglish = (text: unknown): unknown => (typeof text === "object" && text !== null ? (text as Row)["en"] : text);
