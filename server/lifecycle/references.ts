import { type CheckError, type Entity, type Field, type Lang, type Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { fieldError } from "../core/field-error.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";
import { records } from "../store/records.ts";

/** A reference that does not stand: to no record of the merchant's (`reference`), or to one that may not be chosen (`where`). */
export interface WrongReference {
  name: string;
  code: "reference" | "where";
}

/**
 * What a record copies from the records that it refers to, read here and never taken from the client. A reference to a record that the
 * merchant does not have, or that may not be chosen at present, is an error at its field.
 */
export async function copyReferenced(
  tx: Queries,
  schemas: Schemas,
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
    const found = target && (await records(tx, schemas).get(target, tenant, id));
    const code = findReferenceError(field, found?.data);
    if (code) wrong.push({ name, code });
    for (const [own, theirs] of Object.entries(ref.copies))
      if (found && found.data[theirs] !== undefined) copies[own] = found.data[theirs];
  }
  return { copies, wrong };
}

/** What is wrong with a reference to this record; nothing when it stands. */
export function findReferenceError({ ref }: Field, record: Row | undefined): WrongReference["code"] | undefined {
  if (!record) return "reference";
  return Object.entries(ref?.where ?? {}).every(([name, values]) => values.includes(String(record[name] ?? "")))
    ? undefined
    : "where";
}

/** Their errors, each at its field: in the field's own words where it has them. */
export function referenceErrors(entity: Entity, wrong: readonly WrongReference[], lang: Lang): CheckError[] {
  return wrong.map(({ name, code }) => {
    const own = code === "where" && entity.field(name).messages.includes(code);
    const error = fieldError(`/${name}`, code, lang);
    return own ? { ...error, message: entity.text(`field.${name}.message.${code}`, lang) } : error;
  });
}

/** Throws `invalid` when a reference with conditions no longer stands: a reviewer decides on what is so now. */
export async function revalidateReferences(
  tx: Queries,
  schemas: Schemas,
  entity: Entity,
  tenant: string,
  record: Row,
  lang: Lang,
): Promise<void> {
  const conditional = Object.fromEntries(
    entity.fields.filter(({ ref }) => ref?.where).map(({ name }) => [name, record[name]]),
  );
  const { wrong } = await copyReferenced(tx, schemas, entity, tenant, conditional);
  if (wrong.length > 0) throw new Failure("invalid", {}, referenceErrors(entity, wrong, lang));
}
