import { sealFor } from "../core/seal.ts";
import { checkKey } from "../session/key-check.ts";
import { migrate, prepareStore } from "../store/schema/migrate.ts";
import type { Command } from "./command.ts";
import { withDatabase } from "./open.ts";

/** Brings the tables to code and schemas, as a start does, so that a start of the new version finds nothing to do. */
export const migrateCommand: Command = {
  usage: "migrate",
  does: "brings the tables to this version and to the schemas, as a start does, and ends",
  run: (invocation) =>
    withDatabase(invocation, async ({ db, schemas, dataDir, accept }) => {
      const { product } = invocation;
      await prepareStore(db);
      await checkKey(db, dataDir);
      const { done, warnings } = await migrate(db, schemas, { tables: product.tables, seal: sealFor(dataDir), accept });
      const lines = [...done, ...(await product.upgrade(db, schemas)), ...warnings];
      return { status: 0, text: lines.length === 0 ? "The tables are up to date." : lines.join("\n") };
    }),
};
