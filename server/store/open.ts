import type { Database } from "./database.ts";
import { buildDatabase } from "./build-database.ts";
import { openPostgres } from "./postgres/driver.ts";
import { openPglite } from "./pglite/driver.ts";

/**
 * Opens PostgreSQL if a URL is given, else the embedded engine in `dataDir`.
 *
 * @throws Error when the server cannot be reached or the folder is in use
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
  return buildDatabase(databaseUrl ? await openPostgres(databaseUrl) : await openPglite({ dataDir }));
}
