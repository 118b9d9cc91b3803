/**
 * Sets a merchant's fees and limits. Each change is a new row, effective from `effectiveFrom`. Rows are never edited,
 * so that the terms that applied to an old order can still be looked up.
 *
 * @see docs/decisions/money.md#operators-write-fees-and-limits-one-new-row-at-a-time
 */
import { type Entity, type Row, getTableName } from "@portolan/engine";
import { audit } from "../../audit/audit.ts";
import { Failure } from "../../core/failure.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Tx } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import { lockTenant } from "../../store/tenants.ts";
import { accounts } from "../accounts.ts";

/** Value that clears a field of the previous row. */
const NONE = "none";

export interface TermsChange {
  row: Row;
  changed: string[];
}

export const listTermsFields = (entity: Entity): string[] =>
  entity.fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name);

/**
 * Inserts the terms in `given`. Other fields keep the value of the previous row for the same product and currency. The
 * value `none` removes a field.
 *
 * @throws Failure `invalid` with the schema's errors
 * @throws RangeError for an unknown field, when `effectiveFrom` is in the past, or when such a row already starts then
 */
export async function setTerms(
  tx: Tx,
  { schemas, clock, operator }: Pick<LifecycleContext, "schemas" | "clock"> & { operator?: string | undefined },
  tenant: string,
  given: Readonly<Record<string, string>>,
): Promise<TermsChange> {
  const entity = schemas.entity("channel");
  const known = listTermsFields(entity);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new RangeError(`unknown: ${unknown.join(", ")}; known are ${known.join(" ")}`);
  // Lock the merchant. Otherwise concurrent changes would both be based on the same row.
  await lockTenant(tx, accounts.tenants, tenant);
  const at = clock.now();
  const from = given["effectiveFrom"] ?? new Date(at).toISOString();
  if (Date.parse(from) < at)
    throw new RangeError(`what held before stays: --effectiveFrom ${from} lies before ${new Date(at).toISOString()}`);
  const before = await findRowBefore(tx, entity, {
    tenant,
    from,
    product: given["product"],
    currency: given["currency"],
  });
  const wanted = Object.entries({ ...before, ...given, effectiveFrom: from }).filter(([, value]) => value !== NONE);
  const { value, errors } = entity.check(Object.fromEntries(wanted), { lang: "en", side: "server" });
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  const id = createRecordNumber(entity, at);
  const row: Row = { ...value, [entity.key]: id, createdAt: new Date(at).toISOString() };
  const changed = listTermsFields(entity).filter((name) => name !== "effectiveFrom" && before?.[name] !== row[name]);
  await createRecordStore(tx, { data: new Map() }).insert(entity, { tenant, id, row, at });
  await audit(tx, {
    tenant,
    at,
    actor: operator === undefined ? "operator" : `operator:${operator}`,
    action: "channel.set",
    object: `${entity.name}/${id}`,
    traceId: "operator",
    detail: { fields: changed },
  });
  return { row, changed };
}

/**
 * Returns the values that would be in effect at `from` for the product and currency without this change, or undefined
 * if there are none.
 *
 * @throws RangeError when a row for them begins at `from` already
 */
async function findRowBefore(
  tx: Tx,
  entity: Entity,
  { tenant, from, product, currency }: { tenant: string; from: string; product: unknown; currency: unknown },
): Promise<Row | undefined> {
  const rows = (await tx.query(`SELECT data FROM ${getTableName(entity)} WHERE m = $1`, [tenant])).map(
    ({ data }) => data,
  );
  const start = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  const [latest] = rows
    .filter((row) => row["product"] === product && row["currency"] === currency && start(row) <= Date.parse(from))
    .toSorted((a, b) => start(b) - start(a));
  if (!latest) return undefined;
  const { [entity.key]: id, createdAt: _createdAt, ...values } = latest;
  if (start(latest) === Date.parse(from)) throw new RangeError(`${String(id)} begins at ${from} already`);
  return values;
}
