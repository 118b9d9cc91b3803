/**
 * Creates the records of parties for applications that were approved before parties had records. Runs at each start and
 * in `portolan migrate`, because a node of the version before may still approve one during a rolling upgrade. Parties of
 * other applications get their records with the next submission.
 */
import { getTableName } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../../store/database.ts";
import { runLeased } from "../../store/schema/lease.ts";
import { insertApprovedParties } from "../onboarding/insert-parties.ts";

const BATCH = 100;

/** Creates the records and returns their number. */
export async function createParties(db: Database, schemas: Pick<Schemas, "entities" | "entity">): Promise<number> {
  // Without identity checks, the schemas have no applications.
  if (!schemas.entities.has("onboardingParty")) return 0;
  const [application, party] = [schemas.entity("onboarding"), schemas.entity("onboardingParty")];
  const find = (after = "") =>
    db.query(
      `SELECT o.m, o.id, o.updated_at AS at, o.data FROM ${getTableName(application)} o
       WHERE o.status = 'passed' AND o.data ->> 'subject' = 'company'
         AND o.m > $1 AND NOT EXISTS (SELECT 1 FROM ${getTableName(party)} p WHERE p.m = o.m)
       ORDER BY o.m LIMIT ${BATCH}`,
      [after],
    );
  if ((await find()).length === 0) return 0;
  return runLeased(db, async (renewLease) => {
    let made = 0;
    for (let after: string | undefined; ;) {
      await renewLease();
      const rows = await find(after);
      for (const { m, id, at, data } of rows)
        made += await db.tx((tx) =>
          insertApprovedParties(tx, schemas, { tenant: m, id, data, at: Date.parse(at) }, Date.now()),
        );
      after = rows.at(-1)?.m;
      if (rows.length < BATCH) return made;
    }
  });
}
