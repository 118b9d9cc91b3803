/** Database role of the server under test, for runs in which it owns no tables. */
import { DatabaseError, type Database } from "../../server/store/database.ts";
import { grantServerRole } from "../../server/store/postgres/roles.ts";

const ROLE = "portolan_app";
/** SQLSTATE for a role that already exists. */
const EXISTS = "42710";

/** Creates the role and grants it the same privileges as `portolan migrate`. Copies of the database keep them. */
export async function createServerRole(db: Database): Promise<void> {
  await db.query(`CREATE ROLE ${ROLE} LOGIN`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === EXISTS)) throw error;
  });
  await grantServerRole(db, ROLE);
}

/** Replaces the owner in a URL with the role. */
export const asServerRole = (url: string): string => url.replace("portolan@", `${ROLE}@`);
