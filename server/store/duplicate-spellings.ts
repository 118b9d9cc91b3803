/**
 * Refuses duplicates that a unique index cannot detect, because a value can have several equivalent forms (such as a
 * SWIFT code of 8 or 11 characters).
 */
import { listProjected, listSpellings, getTableName, type Entity, type Field, type Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import type { Tx } from "./database.ts";
import { lockTenant } from "./tenants.ts";

/** A unique field and all fields that its uniqueness depends on. */
interface Group {
  field: Field;
  among: Field[];
}

/** Returns the groups in which a field has several equivalent forms, which an index treats as different values. */
const listGroups = (entity: Entity): Group[] =>
  entity.fields.flatMap((field) => {
    const among = field.unique ? [field, ...field.unique.map((name) => entity.field(name))] : [];
    return among.some(({ kind }) => kind.spellings) ? [{ field, among }] : [];
  });

/** Returns the equivalent forms of each field in the group, or undefined if a value is missing. */
function listRowSpellings({ among }: Group, row: Row): { name: string; values: readonly string[] }[] | undefined {
  const all = among.flatMap((field) => {
    const values = listSpellings(field, row[field.name]);
    return values ? [{ name: field.name, values }] : [];
  });
  return all.length === among.length ? all : undefined;
}

/** A record to store. `before`: its stored data, if it is being changed. */
interface Candidate {
  /** Table of tenants. */
  tenants: string;
  tenant: string;
  id: string;
  row: Row;
  before?: Row;
}

/**
 * Asserts that no other record of the tenant has the same value in an equivalent form. Records that were duplicates
 * before this rule may still be changed in all other fields.
 *
 * @throws Failure `duplicate` (`params.field`)
 */
export async function refuseDuplicateSpellings(
  tx: Tx,
  entity: Entity,
  { tenants, tenant, id, row, before }: Candidate,
): Promise<void> {
  for (const group of listGroups(entity)) {
    const shared = listRowSpellings(group, row);
    if (!shared || (before && JSON.stringify(listRowSpellings(group, before)) === JSON.stringify(shared))) continue;
    // Lock the tenant, because two concurrent inserts would not see each other.
    await lockTenant(tx, tenants, tenant);
    const params: string[] = [tenant, id];
    const columns = listProjected(entity);
    const same = shared.map(
      ({ name, values }) =>
        `${columns.get(name)?.column ?? "id"} IN (${values.map((value) => `$${params.push(value)}`).join(", ")})`,
    );
    const [twin] = await tx.query(
      `SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND id <> $2 AND ${same.join(" AND ")} LIMIT 1`,
      params,
    );
    if (twin) throw new Failure("duplicate", { field: group.field.name });
  }
}
