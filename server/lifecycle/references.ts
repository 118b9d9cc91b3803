import {
  findChoiceMessage,
  createEmptyQuery,
  type CheckError,
  type Entity,
  type Field,
  type Lang,
  type Row,
} from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";

/**
 * An invalid reference: `reference` when the tenant has no such record, `where` when the record may not be selected.
 */
export interface WrongReference {
  name: string;
  code: "reference" | "where";
}

interface ReferenceSource {
  db: Queries;
  schemas: Schemas;
}

/**
 * Returns the values that a record copies from its referenced records, ignoring those sent by the client. Reports
 * references to records that the tenant does not have or that may not be selected now.
 */
export async function copyReferenced(
  { db, schemas }: ReferenceSource,
  entity: Entity,
  tenant: string,
  input: Row,
): Promise<{ copies: Row; wrong: WrongReference[] }> {
  const copies: Row = {};
  const wrong: WrongReference[] = [];
  for (const field of entity.fields) {
    const { name, ref } = field;
    const id = input[name];
    if (!ref || typeof id !== "string" || id === "") continue;
    const target = schemas.entities.get(ref.entity);
    const found = target && (await createRecordStore(db, schemas).get(target, tenant, id));
    const code = findReferenceError(field, found?.data);
    if (code) wrong.push({ name, code });
    for (const [own, theirs] of Object.entries(ref.copies))
      if (found && found.data[theirs] !== undefined) copies[own] = found.data[theirs];
  }
  return { copies, wrong };
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
  return wrong.map(({ name, code }) => {
    const own = code === "where" && entity.field(name).messages.includes(code);
    const error = createFieldError(entity.field(name).at, code, lang);
    return own ? { ...error, message: entity.text(`field.${name}.message.${code}`, lang) } : error;
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
      const { ref } = entity.fields.find(({ at }) => error.at === at) ?? {};
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
  const conditional = Object.fromEntries(
    entity.fields.filter(({ ref }) => ref?.where).map(({ name }) => [name, record[name]]),
  );
  const { wrong } = await copyReferenced(source, entity, tenant, conditional);
  if (wrong.length > 0) throw new Failure("invalid", {}, listReferenceErrors(entity, wrong, lang));
}
