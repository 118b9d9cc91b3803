/** The role that a server under test works as, where a run is of that way: it owns no table. */
import { DatabaseError, type Database } from "../../server/store/database.ts";
import { grantServerRole } from "../../server/store/postgres/roles.ts";

const ROLE = "portolan_app";
/** SQLSTATE of a role that exists. */
const EXISTS = "42710";

/** Creates the role, and grants it what `portolan migrate` grants; copies of the database grant the same. */
export async function createServerRole(db: Database): Promise<void> {
  await db.query(`CREATE ROLE ${ROLE} LOGIN`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === EXISTS)) throw error;
  });
  await grantServerRole(db, ROLE);
}

/** Returns an address of the owner as one of the role. */
export const asServerRole = (url: string): string => url.replace("portolan@", `${ROLE}@`);
