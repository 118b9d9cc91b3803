/** Records made, changed and removed by a person's own calls. The same check as in the browser, with the server's facts. A change that a lifecycle knows fires its event. */
import {
  columnOf,
  emptyQuery,
  messageFor,
  tableOf,
  unmaskRow,
  type CheckError,
  type Entity,
  type Field,
  type Lang,
  type Row,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { audit } from "../audit/audit.ts";
import { checkedRecord, writable } from "../lifecycle/checked.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { enough } from "../lifecycle/guard.ts";
import { recordNumber, soleId } from "../lifecycle/number.ts";
import { openRow, sealRow } from "../core/sealed-record.ts";
import { stamps } from "../lifecycle/values.ts";
import type { Tx } from "../store/database.ts";
import { records } from "../store/records.ts";
import { refuseTwins } from "../store/twins.ts";
import type { RecordServices } from "./services.ts";

/** Who writes a record, and with what: a call, or a job on behalf of a user. */
export interface Writer {
  actor: Actor;
  services: Pick<RecordServices, "schemas" | "vocabulary" | "clock"> & Partial<Pick<RecordServices, "seal">>;
}

/** A change of one record. */
export interface RecordChange {
  id: string;
  /** Fields as the client sent them. */
  input: Row;
  /** Context of the event that the change fires; creating it consumes the call's proof. */
  context: () => LifecycleContext;
}

/** Stores a new record. Throws `invalid` (a value that must be unique and is taken: code `unique` at its field), `duplicate` (the key). */
export async function createRecord(tx: Tx, call: Writer, entity: Entity, input: Row): Promise<Row> {
  const { actor, services } = call;
  const at = services.clock.now();
  const { record } = await checkedRecord(tx, entity, writable(entity, input), {
    actor,
    schemas: services.schemas,
    vocabulary: services.vocabulary,
    clock: services.clock,
  });
  const given = entity.field(entity.key).readOnly ? undefined : record[entity.key];
  const id =
    typeof given === "string" ? given : (soleId(entity, actor.merId) ?? (() => recordNumber(entity.number ?? "", at)));
  const row = { ...record, ...stamps(entity, at, ["createdAt", "updatedAt"]) };
  const sealed = (whole: Row, key: string) => sealRow(services.seal, entity, { m: actor.merId, id: key }, whole);
  const insert = () => records(tx, services.schemas).insert(entity, { m: actor.merId, id, row, at, sealed });
  const stored = await mapUniqueViolation(call, entity, refuseTwins(tx, entity, actor.merId, "", row).then(insert));
  await leaveSingle(tx, call, entity, stored.id, stored.data);
  await note(tx, call, entity, stored.id, "create", Object.keys(record));
  return stored.data;
}

/**
 * Changes a record: what is not sent stays, `null` empties, a masked value that comes back means unchanged, and so does a field that is
 * set at creation only. Where the lifecycle has an event for what changes (`touches`), that happens too. Throws `notFound`, `invalid`, `stale` (with `version`, when it is no longer that one), and what the
 * event throws.
 */
export async function updateRecord(
  tx: Tx,
  call: Writer,
  entity: Entity,
  { id, input, context }: RecordChange,
): Promise<Row> {
  const { actor, services } = call;
  const rows = records(tx, services.schemas);
  const before = await rows.get(entity, actor.merId, id);
  if (!before) throw new Failure("notFound");
  if (input.version !== undefined && Number(input.version) !== before.version) throw new Failure("stale");
  const once = new Set(entity.fields.filter((field) => field.once).map((field) => field.name));
  const sent = Object.entries(writable(entity, input)).filter(
    ([name]) => !once.has(name) && name !== entity.key && name !== "id" && name !== "version",
  );
  // Values of fields that the schema no longer has stay as they are, unread.
  const names = new Set(entity.fields.map((field) => field.name));
  const place = { m: actor.merId, id };
  const open = openRow(services.seal, entity, place, before.data);
  const left = Object.fromEntries(Object.entries(open).filter(([name]) => !names.has(name)));
  const stored = Object.fromEntries(Object.entries(open).filter(([name]) => names.has(name)));
  const merged: Row = { ...stored, ...unmaskRow(entity, Object.fromEntries(sent), open) };
  for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name];
  const at = services.clock.now();
  const { record } = await checkedRecord(
    tx,
    entity,
    merged,
    { actor, schemas: services.schemas, vocabulary: services.vocabulary, clock: services.clock },
    open,
  );
  Object.assign(record, { [entity.key]: id }, stamps(entity, at, ["updatedAt"]));
  const data = sealRow(services.seal, entity, place, { ...left, ...record }, before.data);
  const changed = Object.keys({ ...stored, ...record }).filter(
    (name) => JSON.stringify(open[name]) !== JSON.stringify(record[name]),
  );
  // An update that stands for an event of its own (handed in again) fires it whatever changed.
  const event =
    entity.calls["update"]?.events[0] ??
    entity.lifecycle?.transitions.find(({ touches }) => touches?.some((name) => changed.includes(name)))?.on;
  const { stepUp, guards } = entity.calls["update"] ?? {};
  // An event is held to its own step-up when it fires.
  if (event === undefined && stepUp && (!guards || guards.some((name) => changed.includes(name))))
    enough(stepUp, await context().proved);
  const work = (): Promise<unknown> =>
    event === undefined
      ? rows.update(entity, actor.merId, before, { data, at })
      : fire(tx, entity, id, event, actor, {}, context(), { before, data });
  const after = await mapUniqueViolation(
    call,
    entity,
    refuseTwins(tx, entity, actor.merId, id, data, before.data).then(work),
  );
  await leaveSingle(tx, call, entity, id, record);
  await note(tx, call, entity, id, "update", changed);
  return event === undefined ? record : (after as Row);
}

/** What only one record of its group may be (`x-single`), the others are no longer. */
async function leaveSingle(
  tx: Tx,
  { actor, services }: Writer,
  entity: Entity,
  id: string,
  record: Row,
): Promise<void> {
  for (const { name, single } of entity.fields) {
    if (!single || record[name] !== true) continue;
    // One at a time per merchant: two that are made the only one at once would not see each other.
    await tx.query("UPDATE merchant SET name = name WHERE id = $1", [actor.merId]);
    const others = await tx.query<{ id: string; data: Row }>(
      `SELECT id, data FROM ${tableOf(entity)} WHERE m = $1 AND id <> $2 AND data->>$3 = 'true' ORDER BY id`,
      [actor.merId, id, name],
    );
    for (const other of others.filter(({ data }) => single.every((own) => data[own] === record[own]))) {
      const rows = records(tx, services.schemas);
      const before = await rows.get(entity, actor.merId, other.id);
      if (before)
        await rows.update(entity, actor.merId, before, {
          data: { ...before.data, [name]: false },
          at: services.clock.now(),
        });
    }
  }
}

/** Removes one or several. Throws `notFound`, and `inUse` while an order that waits for a decision refers to one. */
export async function deleteRecord(tx: Tx, call: Writer, entity: Entity, ids: readonly string[]): Promise<void> {
  const { actor, services } = call;
  for (const id of ids) {
    if (await isUsed(tx, call, entity, id)) throw new Failure("inUse");
    await records(tx, services.schemas).remove(entity, actor.merId, id);
    await note(tx, call, entity, id, "remove", []);
  }
}

/** A taken value is an error at its field. */
export async function mapUniqueViolation<T>(
  { actor: { lang } }: Pick<Writer, "actor">,
  entity: Entity,
  work: Promise<T>,
): Promise<T> {
  return work.catch((error: unknown) => {
    const field = error instanceof Failure && error.failure === "duplicate" ? error.params.field : undefined;
    if (typeof field !== "string" || field === entity.key) throw error;
    throw new Failure("invalid", {}, [uniqueError(entity, entity.field(field), lang)]);
  });
}
/** What is said of a value that another record has already. */
export const uniqueError = (entity: Entity, field: Field, lang: Lang): CheckError => ({
  at: field.at,
  code: "unique",
  params: {},
  message: messageFor(entity, field, "unique", {}, lang),
});

/** Whether an order that waits for a person's decision refers to the record. Later orders live by their copies. */
async function isUsed(tx: Tx, call: Writer, entity: Entity, id: string): Promise<boolean> {
  const { services, actor } = call;
  for (const other of services.schemas.entities.values()) {
    if (!other.lifecycle || other.source !== "store") continue;
    const waiting = [
      ...new Set(
        other.lifecycle.transitions.flatMap((transition) => (transition.by === "merchant" ? transition.from : [])),
      ),
    ];
    if (waiting.length === 0) continue;
    for (const field of other.fields) {
      if (field.ref?.entity !== entity.name || !columnOf(other, field.name)) continue;
      const query = emptyQuery();
      query.filters[field.name] = { style: "is", values: [id], not: false };
      query.filters[other.lifecycle.field] = { style: "is", values: waiting, not: false };
      if ((await records(tx, services.schemas).list(other, query, { m: actor.merId })).list.length > 0) return true;
    }
  }
  return false;
}

async function note(
  tx: Tx,
  { actor, services }: Writer,
  entity: Entity,
  id: string,
  action: string,
  fields: string[],
): Promise<void> {
  await audit(tx, {
    m: actor.merId,
    at: services.clock.now(),
    actor: actor.userId ?? actor.by,
    action: `${entity.name}.${action}`,
    object: `${entity.name}/${id}`,
    ip: actor.ip,
    traceId: actor.traceId,
    detail: { fields },
  });
}
