/**
 * Validates a record before it is stored, in the same way for every call and imported row that creates or changes one.
 * An event on an existing record validates only its input (`event-input.ts`).
 */
import { isObject, type Entity, type Field, type Row, type Scope } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import type { FactRequest } from "./context.ts";
import { loadFacts } from "./facts.ts";
import { fillFromFiles, findMissingFiles } from "./files.ts";
import { assertPreconditions } from "./guard.ts";
import { judgeRecord } from "./judge.ts";
import { askToChoose, copyReferenced, createReferenceReader } from "./references.ts";
import { type Actor, isUser } from "../core/actor.ts";

/** The record to store, including its computed figures, and the facts that it was validated with. */
export interface ValidRecord {
  record: Row;
  figures: Row;
  facts: Scope;
}

/**
 * Drops read-only and computed fields from a user's input, including those in rows. Keeps unknown names, so that
 * validation reports them.
 */
export const pickWritable = ({ fields }: Pick<Entity, "fields">, input: Row): Row => pickWritableValues(fields, input);

function pickWritableValues(fields: readonly Field[], input: Row): Row {
  const cache = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
      const field = cache.get(name);
      return field?.readOnly || field?.compute ? [] : [[name, pickWritableRows(field, value)]];
    }),
  );
}

/** Drops read-only and computed fields from the rows of a list. Returns any other value unchanged. */
export function pickWritableRows(field: Field | undefined, value: unknown): unknown {
  const { items } = field ?? {};
  if (!items || !Array.isArray(value)) return value;
  return value.map((row: unknown) => (isObject(row) ? pickWritableValues(items, row) : row));
}

/**
 * Builds the record to store from the input, the values copied from references and the computed values, and validates
 * it as a whole. `before` is the record to change. Without it the record is new, and the preconditions for users apply.
 *
 * @throws Failure of the first unmet precondition; `invalid` with every field error, or, if there is none, with those
 * of missing files
 */
export async function validateRecord(
  tx: Tx,
  entity: Entity,
  { input, before }: { input: Row; before?: Row },
  about: Pick<FactRequest, "schemas" | "vocabulary" | "clock" | "given"> & { actor: Actor },
): Promise<ValidRecord> {
  const { actor, schemas } = about;
  const byUser = isUser(actor);
  const copied = await copyReferenced(createReferenceReader({ db: tx, schemas }, actor.tenant), entity, input);
  const facts = await loadFacts({ ...about, db: tx, entity, record: copied.record });
  if (byUser && !before) assertPreconditions(entity, facts);

  const { value, figures, errors } = judgeRecord(schemas, entity, copied, { lang: actor.lang, facts });
  if (errors.length === 0 && byUser)
    errors.push(...(await findMissingFiles(tx, entity, actor, { record: value, before: before ?? {} })));
  if (errors.length > 0)
    throw new Failure("invalid", {}, await askToChoose({ db: tx, schemas }, entity, errors, actor));

  const local = new Set(entity.fields.filter((field) => field.local).map((field) => field.name));
  const stored = Object.fromEntries(Object.entries({ ...value, ...figures }).filter(([name]) => !local.has(name)));
  return { record: await fillFromFiles(tx, entity, actor.tenant, stored), figures, facts };
}
