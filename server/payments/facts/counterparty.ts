/** The other merchant of an order: found by what a person knows of him, named only in part. */
import { evaluate, maskStyles, recordScope, type Entity, type Row } from "../../../src/engine/index.ts";
import type { FactLoader } from "../../lifecycle/context.ts";
import type { Queries } from "../../store/database.ts";

/** userStatus of a certified merchant. Source: specification 4. */
const PASSED = 1;

/** A merchant as somebody else may find him. */
export interface Counterparty {
  /** The merchant's number. */
  id: string;
  name: string;
  certified: boolean;
}

/** By merchant number, or by the sign-in name of one of its users. */
export async function findMerchant(db: Queries, text: string): Promise<Counterparty | undefined> {
  const wanted = text.normalize("NFKC").trim();
  if (wanted === "") return undefined;
  const [row] = await db.query(
    `SELECT id, name, user_status FROM merchant WHERE id = $1 OR id IN (SELECT m FROM portal_user WHERE username = $2) LIMIT 1`,
    [wanted, wanted.toLowerCase()],
  );
  return row && { id: String(row.id), name: String(row.name), certified: Number(row.user_status) === PASSED };
}

/** Merchants by their numbers. */
export async function merchantsOf(db: Queries, ids: readonly string[]): Promise<Map<string, Counterparty>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query(
    `SELECT id, name, user_status FROM merchant WHERE id IN (${ids.map((_, at) => `$${at + 1}`).join(", ")})`,
    ids,
  );
  return new Map(
    rows.map((row) => [
      String(row.id),
      { id: String(row.id), name: String(row.name), certified: Number(row.user_status) === PASSED },
    ]),
  );
}

/** What others see of a merchant's name: its two ends. */
export const partly = (name: string): string => maskStyles["company"]!(name);

/** Whether a name was meant: width, spaces and letter case do not count. */
export function sameName(given: string, name: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").replaceAll(/\s+/g, "").toLowerCase();
  return plain(given) === plain(name);
}

/** The merchants that an order's money goes to, by its lifecycle's own lines. */
export function merchantsPaid(entity: Entity, record: Row): string[] {
  const scope = { self: recordScope(entity.fields, record) };
  const named = givesTo(entity).flatMap((expression) => {
    const value = evaluate(expression, scope);
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  return [...new Set(named)];
}

/** Whether an entity's orders can pay another merchant. */
export const paysMerchants = (entity: Entity): boolean => givesTo(entity).length > 0;

const givesTo = ({ lifecycle }: Entity) =>
  (lifecycle?.transitions ?? []).flatMap(({ money }) =>
    money && "lines" in money ? money.lines.flatMap(({ toMerchant }) => (toMerchant ? [toMerchant] : [])) : [],
  );

/** Loads the other merchant of an order, its name in part; `with` names the fields that hold its number and its name. */
export const counterparty: FactLoader = async ({ db, actor, entity, record }) => {
  const fields = entity.contexts["counterparty"]?.with ?? {};
  const [given, name] = [record[fields["merchant"] ?? ""], record[fields["merchantName"] ?? ""]];
  if (typeof given !== "string" || given.trim() === "") return undefined;
  const found = await findMerchant(db, given);
  if (!found) return { found: false };
  const matches = typeof name !== "string" || name.trim() === "" || sameName(name, found.name);
  return {
    found: true,
    number: found.id,
    name: partly(found.name),
    matches,
    certified: found.certified,
    own: found.id === actor.tenant,
  };
};
