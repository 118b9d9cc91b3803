import { prepareKinds } from "../../src/engine/compiler.ts";
import { resolveFolders } from "../config/folders.ts";
import { readConfig, type Config } from "../config/read.ts";
import type { KeyRing } from "../core/key-ring.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Database } from "../store/database.ts";
import { openDatabase } from "../store/open.ts";
import type { Invocation, Outcome } from "./command.ts";

/** Context of a verb that uses the database. */
export interface Opened {
  db: Database;
  schemas: Schemas;
  dataDir: string;
  config: Config;
  /** Keys from the setting `KEYS`; undefined when it is not set. */
  keys: KeyRing | undefined;
  /** Accepted schema changes, as `entity.field`. */
  accept: readonly string[];
}

/**
 * Opens the configured database, runs `work`, and closes the database.
 *
 * @throws ConfigErrors for invalid settings, SchemaErrors for invalid schemas, Error when the database cannot be opened
 */
export async function withDatabase(
  { env, product }: Pick<Invocation, "env" | "product">,
  work: (opened: Opened) => Promise<Outcome>,
): Promise<Outcome> {
  const config = readConfig(env);
  const { dataDir, schemasDir } = resolveFolders(config);
  const schemas = product.readSchemas(schemasDir);
  await prepareKinds(schemas.dialect);
  const { databaseUrl } = config;
  const db = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
  try {
    return await work({ db, schemas, dataDir, config, keys: config.keys, accept: config.accept });
  } finally {
    await db.close();
  }
}
