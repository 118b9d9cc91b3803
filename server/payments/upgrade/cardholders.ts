/**
 * Links cards and applications from before cardholders had records to their cardholders, and creates these from the
 * values that the cards contain. Runs at each start and in `portolan migrate`, because nodes of the version before may
 * still issue cards during a rolling upgrade.
 */
import { computeRecord, findColumn, getTableName, type Entity, type Row } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database, Queries } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import { runLeased } from "../../store/schema/lease.ts";

const BATCH = 500;
const LINK = "cardholderId";

/** A record without a link. `linked`: link of the application that a card was issued for. */
interface Unlinked {
  m: string;
  id: string;
  version: number;
  at: string;
  data: Row;
  linked: string | null;
}

/** Links all records and returns their number. A record that changes meanwhile is linked at the next start. */
export async function linkCardholders(db: Database, schemas: Pick<Schemas, "entities" | "entity">): Promise<number> {
  // Without a card issuer, the schemas have no cards.
  if (!schemas.entities.has("cardholder")) return 0;
  const [application, card] = [schemas.entity("cardApplication"), schemas.entity("card")];
  const holders = createHolders(schemas.entity("cardholder"), application);
  const isDone = (await listUnlinked(db, application, application)).length === 0;
  if (isDone && (await listUnlinked(db, card, application)).length === 0) return 0;
  return runLeased(db, async (renewLease) => {
    let linked = 0;
    for (const entity of [application, card])
      for (let after: Unlinked | undefined; ;) {
        await renewLease();
        const rows = await listUnlinked(db, entity, application, after);
        await db.tx(async (tx) => {
          for (const row of rows) linked += await link(tx, entity, row, row.linked ?? (await holders.find(tx, row)));
        });
        after = rows.at(-1);
        if (rows.length < BATCH) break;
      }
    return linked;
  });
}

const column = (entity: Entity): string => assertPresent(findColumn(entity, LINK), `the column of ${LINK}`).column;

/** Returns the next records without a link, in the order of their tenants and numbers. */
function listUnlinked(db: Queries, entity: Entity, application: Entity, after?: Unlinked): Promise<Unlinked[]> {
  const isCard = entity !== application;
  return db.query<Unlinked>(
    `SELECT r.m, r.id, r.version, r.created_at AS at, r.data, ${isCard ? `a.${column(application)}` : "NULL"} AS linked
       FROM ${getTableName(entity)} r
       ${isCard ? `LEFT JOIN ${getTableName(application)} a ON a.m = r.m AND a.id = r.data ->> 'application'` : ""}
     WHERE r.${column(entity)} IS NULL AND (r.m, r.id) > ($1, $2) ORDER BY r.m, r.id LIMIT ${BATCH}`,
    [after?.m ?? "", after?.id ?? ""],
  );
}

/** Stores a link unless the record has changed. Returns the number of linked records. */
async function link(tx: Queries, entity: Entity, { m, id, version, data }: Unlinked, holder: string): Promise<number> {
  const rows = await tx.query(
    `UPDATE ${getTableName(entity)} SET data = $4, ${column(entity)} = $5 WHERE m = $1 AND id = $2 AND version = $3 RETURNING id`,
    [m, id, version, JSON.stringify({ ...data, [LINK]: holder }), holder],
  );
  return rows.length;
}

/** Finds the cardholder with the values of a record, and creates it when the merchant has none. */
function createHolders(holder: Entity, application: Entity) {
  const names = Object.values(application.field(LINK).ref?.copies ?? {});
  const describe = (row: Row) => JSON.stringify(names.map((name) => row[name] ?? ""));
  const known = new Map<string, Map<string, string>>();

  async function loadKnown(tx: Queries, m: string): Promise<Map<string, string>> {
    const rows = await tx.query(`SELECT id, data FROM ${getTableName(holder)} WHERE m = $1 ORDER BY id`, [m]);
    const found = new Map(rows.map(({ id, data }) => [describe(data), id]));
    known.set(m, found);
    return found;
  }

  return {
    async find(tx: Queries, { m, data, at }: Unlinked): Promise<string> {
      const ofTenant = known.get(m) ?? (await loadKnown(tx, m));
      const found = ofTenant.get(describe(data));
      if (found !== undefined) return found;
      const own = Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
      const issued = Date.parse(at);
      const { id } = await createRecordStore(tx, { data: new Map() }).insert(holder, {
        tenant: m,
        id: () => createRecordNumber(holder, issued),
        row: { ...own, ...computeRecord(holder, own, {}), createdAt: new Date(issued).toISOString() },
        at: issued,
      });
      ofTenant.set(describe(data), id);
      return id;
    },
  };
}
