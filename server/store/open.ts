import type { Database } from "./database.ts";
import { databaseOver } from "./driver.ts";
import { openPostgres } from "./pg.ts";
import { openPglite } from "./pglite/driver.ts";

/**
 * Opens PostgreSQL where there is an address, else the embedded engine in `dataDir`. Throws when it cannot be reached or is in use.
 * @example
 * const db = await openDatabase({ dataDir: "data" });
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl?: string;
}): Promise<Database> {
  return databaseOver(databaseUrl ? await openPostgres(databaseUrl) : await openPglite({ dataDir }));
}
