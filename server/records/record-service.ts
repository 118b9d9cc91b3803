/**
 * Creates, updates and deletes records for calls of users. Validation is the same as in the browser, but with facts
 * loaded by the server. If the lifecycle has an event for a change, the change fires it.
 */
import { isUser } from "../core/actor.ts";
import { findColumn, createEmptyQuery, unmaskRow, type Entity, type Row, type StepUp } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { auditActor } from "../audit/audit.ts";
import { validateRecord, pickWritable } from "../lifecycle/validate-record.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { assertStepUp } from "../lifecycle/guard.ts";
import { createRecordNumber, buildSoleId } from "../lifecycle/order-number.ts";
import { openRow, sealRow } from "../core/sealed-record.ts";
import { buildTimestamps } from "../lifecycle/values.ts";
import type { Tx } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";
import { refuseDuplicateSpellings } from "../store/duplicate-spellings.ts";
import type { Writer } from "./services.ts";
import { clearOtherSingles } from "./single.ts";
import { mapUniqueViolation } from "./unique-violation.ts";

export interface RecordChange {
  id: string;
  input: Row;
  /** Returns the context of the event that the change fires. Creating it consumes the call's proof. */
  context: () => LifecycleContext;
}

/**
 * Stores a new record.
 *
 * @throws Failure as `validateRecord`; `invalid` with the code `unique` at the field of a value that is taken;
 * `duplicate` for a key that is taken
 */
export async function createRecord(tx: Tx, writer: Writer, entity: Entity, input: Row): Promise<Row> {
  const { actor, services } = writer;
  const { schemas, vocabulary, clock, seal } = services;
  const at = clock.now();
  const { record } = await validateRecord(
    tx,
    entity,
    { input: pickWritable(entity, input) },
    { actor, schemas, vocabulary, clock },
  );
  const given = entity.field(entity.key).readOnly ? undefined : record[entity.key];
  const id =
    typeof given === "string" ? given : (buildSoleId(entity, actor.tenant) ?? (() => createRecordNumber(entity, at)));
  const row = { ...record, ...buildTimestamps(entity, at, ["createdAt", "updatedAt"]) };
  const sealed = (whole: Row, key: string) => sealRow(seal, { entity, tenant: actor.tenant, id: key }, whole);
  const insert = () => createRecordStore(tx, schemas).insert(entity, { tenant: actor.tenant, id, row, at, sealed });
  const stored = await mapUniqueViolation(
    writer,
    entity,
    refuseDuplicateSpellings(tx, entity, { ...vocabulary.accounts, tenant: actor.tenant, id: "", row }).then(insert),
  );
  await clearOtherSingles(tx, writer, entity, { id: stored.id, record: stored.data });
  await auditChange(tx, writer, entity, { id: stored.id, action: "create", fields: Object.keys(record) });
  return stored.data;
}

/**
 * Updates a record. An omitted field keeps its value, and `null` clears it. Masked values in the input, and fields that
 * can be set only at creation, are ignored. Fires the event of the call `update`, or else the first event that
 * `touches` a changed field, if there is one.
 *
 * @throws Failure `notFound`, `invalid`, `stale` when `version` is not the current version, `proofMissing` and
 * `totpNeeded` for a change that requires a step-up, and any failure of the event
 */
export async function updateRecord(
  tx: Tx,
  writer: Writer,
  entity: Entity,
  { id, input, context }: RecordChange,
): Promise<Row> {
  const { actor, services } = writer;
  const { schemas, vocabulary, clock, seal } = services;
  const rows = createRecordStore(tx, schemas);
  const before = await rows.get(entity, actor.tenant, id);
  if (!before) throw new Failure("notFound");
  if (input.version !== undefined && Number(input.version) !== before.version) throw new Failure("stale");
  const key = { tenant: actor.tenant, id };
  const open = openRow(seal, { entity, ...key }, before.data);
  const { known, removed } = splitFields(entity, open);
  const at = clock.now();
  const merged = mergeChange(entity, known, open, input);
  const { record } = await validateRecord(
    tx,
    entity,
    { input: merged, before: open },
    { actor, schemas, vocabulary, clock },
  );
  Object.assign(record, { [entity.key]: id }, buildTimestamps(entity, at, ["updatedAt"]));
  const data = sealRow(seal, { entity, ...key }, { ...removed, ...record }, before.data);
  const changed = Object.keys({ ...known, ...record }).filter(
    (name) => JSON.stringify(open[name], withoutFalse) !== JSON.stringify(record[name], withoutFalse),
  );
  const event = updateEvent(entity, changed);
  // A fired event asserts the step-up itself.
  const stepUp = event === undefined ? findRequiredStepUp(entity, changed) : undefined;
  if (stepUp) assertStepUp(stepUp, await context().proved);
  const store = async (): Promise<Row> => {
    if (event !== undefined)
      return fire(tx, { entity, id, event, actor, input: {}, edit: { before, data } }, context());
    await rows.update(entity, actor.tenant, before, { data, at });
    return record;
  };
  const after = await mapUniqueViolation(
    writer,
    entity,
    refuseDuplicateSpellings(tx, entity, {
      ...vocabulary.accounts,
      tenant: actor.tenant,
      id,
      row: data,
      before: before.data,
    }).then(store),
  );
  await clearOtherSingles(tx, writer, entity, { id, record });
  await auditChange(tx, writer, entity, { id, action: "update", fields: changed });
  return after;
}

/** Replaces false by nothing: records older than this rule lack the boxes that were not ticked. */
const withoutFalse = (_name: string, value: unknown): unknown => (value === false ? undefined : value);

/** Splits a stored row into fields in the schema and fields that the schema no longer has, which are kept unchanged. */
function splitFields({ fields }: Pick<Entity, "fields">, row: Row): { known: Row; removed: Row } {
  const names = new Set(fields.map(({ name }) => name));
  const pick = (known: boolean) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name) === known));
  return { known: pick(true), removed: pick(false) };
}

/**
 * Merges the writable fields of the client's input, except those that cannot change after creation, into the stored
 * fields, and removes fields that become null. Masked values in the input are compared with `open`, the unmasked stored
 * row.
 */
function mergeChange(entity: Entity, known: Row, open: Row, input: Row): Row {
  const fixed = new Set(entity.fields.filter((field) => field.once).map((field) => field.name));
  for (const name of [entity.key, "id", "version"]) fixed.add(name);
  const sent = Object.entries(pickWritable(entity, input)).filter(([name]) => !fixed.has(name));
  const merged: Row = { ...known, ...unmaskRow(entity, Object.fromEntries(sent), open) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/**
 * Returns the event that an update fires: the event of the call `update`, else the first event that `touches` a changed
 * field.
 */
const updateEvent = ({ calls, lifecycle }: Entity, changed: readonly string[]): string | undefined =>
  calls["update"]?.events[0] ??
  lifecycle?.transitions.find(({ touches }) => touches?.some((name) => changed.includes(name)))?.on;

/** Returns the step-up that an update of these fields requires, or undefined if none is required. */
function findRequiredStepUp(
  { calls: { update } }: Pick<Entity, "calls">,
  changed: readonly string[],
): StepUp | undefined {
  const guarded = !update?.guards || update.guards.some((name) => changed.includes(name));
  return guarded ? update?.stepUp : undefined;
}

/**
 * Deletes records.
 *
 * @throws Failure `notFound`, or `inUse` while an order that awaits a user's decision references one of the records
 */
export async function deleteRecords(tx: Tx, writer: Writer, entity: Entity, ids: readonly string[]): Promise<void> {
  const { actor, services } = writer;
  for (const id of ids) {
    if (await isUsed(tx, writer, entity, id)) throw new Failure("inUse");
    await createRecordStore(tx, services.schemas).remove(entity, actor.tenant, id);
    await auditChange(tx, writer, entity, { id, action: "remove", fields: [] });
  }
}

/**
 * Returns whether an order that awaits a user's decision references the record. Decided orders contain copies of its
 * values.
 */
async function isUsed(tx: Tx, writer: Writer, entity: Entity, id: string): Promise<boolean> {
  const { services, actor } = writer;
  for (const other of services.schemas.entities.values()) {
    if (!other.lifecycle || other.source !== "store") continue;
    const waiting = [
      ...new Set(other.lifecycle.transitions.flatMap((transition) => (isUser(transition) ? transition.from : []))),
    ];
    if (waiting.length === 0) continue;
    for (const field of other.fields) {
      if (field.ref?.entity !== entity.name || !findColumn(other, field.name)) continue;
      const query = createEmptyQuery();
      query.filters[field.name] = { style: "is", values: [id], not: false };
      query.filters[other.lifecycle.field] = { style: "is", values: waiting, not: false };
      if ((await createRecordStore(tx, services.schemas).list(other, query, { tenant: actor.tenant })).list.length > 0)
        return true;
    }
  }
  return false;
}

async function auditChange(
  tx: Tx,
  { actor, services }: Writer,
  entity: Entity,
  { id, action, fields }: { id: string; action: string; fields: string[] },
): Promise<void> {
  await auditActor(tx, actor, {
    at: services.clock.now(),
    action: `${entity.name}.${action}`,
    object: `${entity.name}/${id}`,
    detail: { fields },
  });
}
