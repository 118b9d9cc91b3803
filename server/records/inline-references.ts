/**
 * References that a create call describes by values (`x-ref.inline`): the call sends what the record would copy, such as
 * the name and address of a cardholder, and the server uses the referenced record with these values, or creates it.
 */
import { createEmptyQuery, findColumn, type CheckError, type Entity, type Field, type Row } from "@portolan/engine";
import { assertPresent } from "../core/required.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";
import type { Writer } from "./services.ts";

/** Creates a record of another entity as its own create call would. */
type CreateRecord = (target: Entity, input: Row) => Promise<Row>;

/**
 * Runs `create` with the input in which each inline reference has a key. Errors in the values of a referenced record are
 * reported together with those of the record itself, at the fields of the call.
 *
 * @throws Failure as `create`; `invalid` with the errors of both records
 */
export async function createWithInline(
  tx: Tx,
  writer: Writer,
  entity: Entity,
  { input, createTarget, create }: { input: Row; createTarget: CreateRecord; create: (input: Row) => Promise<Row> },
): Promise<Row> {
  const keys: Row = {};
  const errors: CheckError[] = [];
  const described = entity.fields.filter((field) => isDescribed(field, input));
  for (const field of described) {
    try {
      keys[field.name] = await findOrCreate(tx, writer, field, { input, createTarget });
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== "invalid") throw error;
      errors.push(...locateErrors(entity, field, error.errors));
    }
  }
  if (errors.length === 0) return create({ ...input, ...keys });
  const unresolved = new Set(described.map(({ at }) => at));
  const own = await create(input).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof Failure) || error.failure !== "invalid") throw error;
      return error.errors.filter(({ at }) => !unresolved.has(at));
    },
  );
  throw new Failure("invalid", {}, [...own, ...errors]);
}

/** Returns whether the input has no key for an inline reference, but some of its values. */
const isDescribed = ({ name, ref }: Field, input: Row): boolean =>
  ref?.inline === true && input[name] == null && Object.keys(ref.copies).some((own) => input[own] != null);

async function findOrCreate(
  tx: Tx,
  { actor, services: { schemas } }: Writer,
  { ref }: Field,
  { input, createTarget }: { input: Row; createTarget: CreateRecord },
): Promise<unknown> {
  const target = assertPresent(schemas.entities.get(ref?.entity ?? ""), ref?.entity ?? "the referenced entity");
  const grant = target.calls["create"]?.grant;
  const copies = Object.entries(ref?.copies ?? {});
  const sent = Object.fromEntries(copies.flatMap(([own, their]) => (input[own] == null ? [] : [[their, input[own]]])));
  const { value } = target.check(sent, { lang: actor.lang, side: "server" });
  const names = copies.map(([, their]) => their);
  const query = createEmptyQuery();
  for (const name of names)
    if (typeof value[name] === "string" && findColumn(target, name))
      query.filters[name] = { style: "is", values: [value[name]], not: false };
  const { list } = await createRecordStore(tx, schemas).list(target, query, { tenant: actor.tenant });
  const found = list.find((row) => names.every((name) => (row[name] ?? "") === (value[name] ?? "")));
  if (found) return found[target.key];
  if (grant && !actor.grants?.has(grant)) throw new Failure("notGranted");
  return (await createTarget(target, sent))[target.key];
}

/** Moves errors from the fields of the referenced record to those of the call. */
function locateErrors(entity: Entity, { ref }: Field, errors: readonly CheckError[]): CheckError[] {
  const own = new Map(Object.entries(ref?.copies ?? {}).map(([name, their]) => [`/${their}`, entity.field(name).at]));
  return errors.map((error) => ({ ...error, at: own.get(error.at) ?? error.at }));
}
