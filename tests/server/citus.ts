/**
 * Databases of a Citus cluster. `TEST_CITUS_URL` is the URL of the `postgres` database on its coordinator, which knows
 * the other nodes.
 */
import { buildDatabase } from "../../server/store/build-database.ts";
import { paymentPlacements } from "../../server/payments/product.ts";
import { DatabaseError, type Database } from "../../server/store/database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { runWithRetry } from "../../server/store/retry.ts";
import { distributeTables } from "../../server/store/distribution/distribute.ts";

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

/** Template of a database without tables. */
const EMPTY = "template1";

/**
 * Creates a database on every node and joins them. With a `model`, a database of the coordinator without Citus, copies
 * it and distributes its tables. Returns its URL on the coordinator.
 */
export async function createCitusDatabase(name: string, model = EMPTY): Promise<string> {
  let nodes: Node[] = [];
  await runAt(citusUrl("postgres"), async (db) => {
    nodes = await db.query<Node>(
      `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node ORDER BY groupid`,
    );
  });
  for (const node of nodes) {
    const template = node.isCoordinator ? model : EMPTY;
    await runAt(addressOf("postgres", node), (db) => db.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
    await runAt(addressOf(name, node), (db) => db.query("CREATE EXTENSION citus"));
  }
  await runAt(citusUrl(name), async (db) => {
    for (const { host, port, isCoordinator } of nodes)
      await runWithRetry(
        () =>
          db.query(`SELECT ${isCoordinator ? "citus_set_coordinator_host" : "citus_add_node"}($1, $2)`, [host, port]),
        { again: isConcurrentUpdate },
      );
    if (model !== EMPTY) await distributeTables(db, paymentPlacements, { by: "citus" });
  });
  return citusUrl(name);
}

/** Creates a database on the coordinator that has no Citus, as a model to copy. Returns its URL. */
export async function createCitusModel(name: string): Promise<string> {
  await runAt(citusUrl("postgres"), (db) => db.query(`CREATE DATABASE ${name}`));
  return citusUrl(name);
}

/**
 * Returns whether another process changed the same row of the system catalog. Adding a node writes the roles of its
 * server, which all databases share.
 */
const isConcurrentUpdate = (error: unknown): boolean =>
  error instanceof DatabaseError && error.message.includes("tuple concurrently updated");
