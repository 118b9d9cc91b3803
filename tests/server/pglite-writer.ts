/**
 * Commits rows to a database in the given folder, four at a time, and prints each number once it is acknowledged, until
 * the process is killed.
 */
import { writeSync } from "node:fs";
import { openDatabase } from "../../server/store/open.ts";

const db = await openDatabase({ dataDir: process.argv[2]! });
await db.query("CREATE TABLE IF NOT EXISTS kept (id integer PRIMARY KEY, twin integer NOT NULL, pad text NOT NULL)");
await db.query("CREATE TABLE IF NOT EXISTS twin (id integer PRIMARY KEY)");
const [last] = await db.query<{ id: number | null }>("SELECT max(id) AS id FROM kept");
let next = (last?.id ?? 0) + 1;
writeSync(1, "ready\n");
await Promise.all(
  [1, 2, 3, 4].map(async () => {
    for (;;) {
      const id = next++;
      await db.tx(async (tx) => {
        await tx.query("INSERT INTO kept (id, twin, pad) VALUES ($1, $1, $2)", [id, "x".repeat(500)]);
        await tx.query("INSERT INTO twin (id) VALUES ($1)", [id]);
      });
      writeSync(1, `${id}\n`);
      if (id % 200 === 0) await db.query("CHECKPOINT");
    }
  }),
);
