/**
 * Databases of a Citus cluster. `TEST_CITUS_URL` is the URL of the `postgres` database on its coordinator, which knows
 * the other nodes.
 */
import { buildDatabase } from "../../server/store/build-database.ts";
import type { Database } from "../../server/store/database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";

interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
}

/**
 * Returns the URL of a database on the coordinator.
 * @throws Error when `TEST_CITUS_URL` is not set
 */
export function citusUrl(database: string): string {
  const given = process.env["TEST_CITUS_URL"];
  if (!given) throw new Error("TEST_CITUS_URL names no Citus: set the address of the coordinator's database postgres");
  return Object.assign(new URL(given), { pathname: `/${database}` }).href;
}

const addressOf = (database: string, { host, port }: Node): string =>
  Object.assign(new URL(citusUrl(database)), { hostname: host, port: String(port) }).href;

async function runAt(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = buildDatabase(await openPostgres(url));
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/** Creates a database on every node and joins them. Returns its URL on the coordinator. */
export async function createCitusDatabase(name: string): Promise<string> {
  let nodes: Node[] = [];
  await runAt(citusUrl("postgres"), async (db) => {
    nodes = await db.query<Node>(
      `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node ORDER BY groupid`,
    );
  });
  for (const node of nodes) {
    await runAt(addressOf("postgres", node), (db) => db.query(`CREATE DATABASE ${name}`));
    await runAt(addressOf(name, node), (db) => db.query("CREATE EXTENSION citus"));
  }
  await runAt(citusUrl(name), async (db) => {
    for (const { host, port, isCoordinator } of nodes)
      await db.query(`SELECT ${isCoordinator ? "citus_set_coordinator_host" : "citus_add_node"}($1, $2)`, [host, port]);
  });
  return citusUrl(name);
}
