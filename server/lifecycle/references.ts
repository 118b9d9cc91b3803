import {
  copyNaming,
  findChoiceMessage,
  createEmptyQuery,
  findPointedField,
  getTextName,
  listNamedValues,
  type CheckError,
  type Entity,
  type Field,
  type Lang,
  type Row,
} from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";

/**
 * An invalid reference at a JSON pointer: `reference` when the tenant has no such record, `where` when the record may
 * not be selected.
 */
export interface WrongReference {
  at: string;
  field: Field;
  code: "reference" | "where";
}

/** A record with the values copied from its references, and its invalid references. */
export interface CopiedRecord {
  record: Row;
  wrong: WrongReference[];
}

/** Returns the tenant's record of an entity by key, or undefined when there is none. */
export type ReadReferenced = (entity: string, key: string) => Promise<Row | undefined>;

interface ReferenceSource {
  db: Queries;
  schemas: Schemas;
}

/** Creates a reader of a tenant's records, which reads each record once. */
export function createReferenceReader({ db, schemas }: ReferenceSource, tenant: string): ReadReferenced {
  const cache = new Map<string, Promise<Row | undefined>>();
  const read: ReadReferenced = async (entity, key) => {
    const target = schemas.entities.get(entity);
    return target && (await createRecordStore(db, schemas).get(target, tenant, key))?.data;
  };
  return (entity, key) => {
    const id = JSON.stringify([entity, key]);
    const found = cache.get(id) ?? read(entity, key);
    cache.set(id, found);
    return found;
  };
}

/**
 * Copies values from referenced records into a record and its rows, replacing those sent by the client. Reports
 * references to records that the tenant does not have or that may not be selected now.
 */
export async function copyReferenced(read: ReadReferenced, { fields }: Entity, input: Row): Promise<CopiedRecord> {
  const record = copyNaming(fields, input);
  const wrong: WrongReference[] = [];
  for (const { field, value, at, row, readOnly } of listNamedValues(fields, record)) {
    const { ref } = field;
    if (!ref || readOnly || typeof value !== "string") continue;
    const found = await read(ref.entity, value);
    const code = findReferenceError(field, found);
    if (code) wrong.push({ at, field, code });
    for (const [own, theirs] of Object.entries(ref.copies)) if (found?.[theirs] !== undefined) row[own] = found[theirs];
  }
  return { record, wrong };
}

/** Returns why a reference to this record is invalid; undefined when it is valid. */
export function findReferenceError({ ref }: Field, record: Row | undefined): WrongReference["code"] | undefined {
  if (!record) return "reference";
  return Object.entries(ref?.where ?? {}).every(([name, values]) => values.includes(String(record[name] ?? "")))
    ? undefined
    : "where";
}

/** Returns the field errors for invalid references, with the field's own message if it has one. */
export function listReferenceErrors(entity: Entity, wrong: readonly WrongReference[], lang: Lang): CheckError[] {
  return wrong.map(({ at, field, code }) => {
    const own = code === "where" && field.messages.includes(code);
    const error = createFieldError(at, code, lang);
    return own ? { ...error, message: entity.text(`field.${getTextName(field)}.message.${code}`, lang) } : error;
  });
}

/**
 * Replaces the message of each missing reference whose field has a `choose` message and for which the tenant has
 * records to select: the user is asked to select one. Without such records, the message of `required` remains, which
 * asks the user to create one first.
 */
export async function askToChoose(
  { db, schemas }: ReferenceSource,
  entity: Entity,
  errors: readonly CheckError[],
  { tenant, lang }: { tenant: string; lang: Lang },
): Promise<CheckError[]> {
  return Promise.all(
    errors.map(async (error) => {
      const message = findChoiceMessage(entity, error, lang);
      const { ref } = findPointedField(entity, error.at) ?? {};
      const target = ref && schemas.entities.get(ref.entity);
      if (message === undefined || !target) return error;
      const filters = Object.fromEntries(
        Object.entries(ref.where ?? {}).map(([name, values]) => [name, { style: "is" as const, values, not: false }]),
      );
      const there = await createRecordStore(db, schemas).count(target, { ...createEmptyQuery(), filters }, { tenant });
      return there > 0 ? { ...error, message } : error;
    }),
  );
}

/**
 * Validates references with conditions again before a review, because the decision depends on their current state.
 *
 * @throws Failure `invalid` with an error for each invalid reference
 */
export async function revalidateReferences(
  source: ReferenceSource,
  entity: Entity,
  record: Row,
  { tenant, lang }: { tenant: string; lang: Lang },
): Promise<void> {
  const read = createReferenceReader(source, tenant);
  const wrong: WrongReference[] = [];
  for (const { field, value, at } of listNamedValues(entity.fields, record)) {
    if (!field.ref?.where) continue;
    const code = findReferenceError(field, await read(field.ref.entity, String(value)));
    if (code) wrong.push({ at, field, code });
  }
  if (wrong.length > 0) throw new Failure("invalid", {}, listReferenceErrors(entity, wrong, lang));
}
