import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { Database, Tx } from "../../store/database.ts";
import { DEMO_MERCHANTS } from "../demo/merchants.ts";
import { seedHistory } from "./history.ts";
import { HISTORY_DAYS, type HistoryBuilder } from "../demo/history-builder.ts";
import { insertMissingPrices } from "../rates/sandbox/market.ts";
import { seedApplication } from "../onboarding/sandbox/application.ts";
import { seedDemoUsers } from "../demo/users.ts";
import { createRandom } from "../../sandbox/random.ts";
import { seedReceivingAccounts } from "../collect/sandbox/accounts.ts";
import { grantDefaultTerms } from "../onboarding/default-terms.ts";
import { seedOwnAccount, seedPayees } from "../pay/sandbox/payees.ts";

const NAME = "seeded";
const DAY = 86_400_000;

/**
 * Seeds an empty database with the demo merchants and, with `history`, their past orders, in one transaction. Returns
 * false when it has already been seeded.
 */
export async function seed(
  db: Database,
  context: Pick<LifecycleContext, "schemas" | "vocabulary" | "clock" | "seal">,
  password: string,
  history = true,
): Promise<boolean> {
  return db.tx(async (tx) => {
    const rows = await tx.query(
      "INSERT INTO sandbox_state (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name",
      [NAME, new Date(context.clock.now()).toISOString()],
    );
    if (rows.length === 0) return false;
    await fillDatabase(tx, context, password, history);
    return true;
  });
}

async function fillDatabase(
  tx: Tx,
  { schemas, vocabulary, clock, seal }: Pick<LifecycleContext, "schemas" | "vocabulary" | "clock" | "seal">,
  password: string,
  history: boolean,
): Promise<void> {
  const now = clock.now();
  const began = now - (HISTORY_DAYS + 2) * DAY;
  const random = createRandom(20261121);
  await insertMissingPrices(tx, now);
  await seedDemoUsers(tx, schemas, password, began);
  const builders: HistoryBuilder[] = [];
  for (const merchant of DEMO_MERCHANTS) {
    await grantDefaultTerms(tx, schemas, merchant.id, began);
    await seedReceivingAccounts(tx, schemas, merchant, began);
    const payees = await seedPayees(tx, schemas, merchant, { at: began, random });
    if (history) await seedOwnAccount(tx, schemas, merchant, began);
    const builder: HistoryBuilder = { tx, schemas, vocabulary, seal, merchant, payees, random, now, replayed: [] };
    await seedApplication(builder, began);
    builders.push(builder);
  }
  if (history) await seedHistory(builders);
}
