/** Loads the other merchant of an order by its number or a sign-in name, with a masked name. */
import { evaluate, maskStyles, buildRecordScope, type Entity, type Row } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import type { FactLoader } from "../../lifecycle/context.ts";
import type { Queries } from "../../store/database.ts";

/** Value of userStatus for a certified merchant. Source: specification 4. */
const PASSED = 1;

/** A merchant, as shown to other merchants. */
export interface Counterparty {
  id: string;
  name: string;
  certified: boolean;
}

export async function findMerchant(db: Queries, text: string): Promise<Counterparty | undefined> {
  const wanted = text.normalize("NFKC").trim();
  if (wanted === "") return undefined;
  const [row] = await db.query(
    `SELECT id, name, user_status FROM merchant WHERE id = $1 OR id IN (SELECT m FROM portal_user WHERE username = $2) LIMIT 1`,
    [wanted, wanted.toLowerCase()],
  );
  return row && { id: String(row.id), name: String(row.name), certified: Number(row.user_status) === PASSED };
}

export async function findMerchants(db: Queries, ids: readonly string[]): Promise<Map<string, Counterparty>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query(
    `SELECT id, name, user_status FROM merchant WHERE id IN (${ids.map((_, index) => `$${index + 1}`).join(", ")})`,
    ids,
  );
  return new Map(
    rows.map((row) => [
      String(row.id),
      { id: String(row.id), name: String(row.name), certified: Number(row.user_status) === PASSED },
    ]),
  );
}

/** Masks a merchant's name for other merchants. At most four characters at either end are visible. */
export const maskName = assertPresent(maskStyles["company"], "the mask of company names");

/** Returns whether names are equal, ignoring character width, spaces and case. */
export function isSameName(given: string, name: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").replaceAll(/\s+/g, "").toLowerCase();
  return plain(given) === plain(name);
}

/** Returns the merchants that an order pays, from the money lines of its lifecycle. */
export function listPaidMerchants(entity: Entity, record: Row): string[] {
  const scope = { self: buildRecordScope(entity.fields, record) };
  const named = listReceivers(entity).flatMap((expression) => {
    const value = evaluate(expression, scope);
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  return [...new Set(named)];
}

export const isPaidToMerchants = (entity: Entity): boolean => listReceivers(entity).length > 0;

const listReceivers = ({ lifecycle }: Entity) =>
  (lifecycle?.transitions ?? []).flatMap(({ money }) =>
    money && "lines" in money ? money.lines.flatMap(({ toMerchant }) => (toMerchant ? [toMerchant] : [])) : [],
  );

/**
 * Loads the other merchant of an order with a masked name, only `found: false` for an unknown one, or undefined while
 * no merchant is entered. `with` names the fields for its number and name.
 */
export const counterparty: FactLoader = async ({ db, actor, entity, record }) => {
  const fields = entity.contexts["counterparty"]?.with ?? {};
  const [given, name] = [record[fields["merchant"] ?? ""], record[fields["merchantName"] ?? ""]];
  if (typeof given !== "string" || given.trim() === "") return undefined;
  const found = await findMerchant(db, given);
  if (!found) return { found: false };
  const matches = typeof name !== "string" || name.trim() === "" || isSameName(name, found.name);
  return {
    found: true,
    number: found.id,
    name: maskName(found.name),
    matches,
    certified: found.certified,
    own: found.id === actor.tenant,
  };
};
