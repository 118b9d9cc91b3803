/** What a record must be before it is stored: one way for every call, event and file that makes or changes one. */
import type { Entity, Row, Scope } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";
import type { FactRequest } from "./context.ts";
import { loadFacts } from "./facts.ts";
import { fileFacts, missingFiles } from "./files.ts";
import { assertPreconditions } from "./guard.ts";
import { unknownOptions } from "./option-check.ts";
import { copyReferenced, referenceErrors } from "./references.ts";
import type { Actor } from "../core/actor.ts";

/** The record to store, the figures in it that rules computed, and the facts that all were judged by. */
export interface ValidRecord {
  record: Row;
  figures: Row;
  facts: Scope;
}

/** What a person may write; read-only and computed fields are ours. Unknown names stay, for the check to name. */
export function pickWritable(entity: Entity, input: Row): Row {
  const closed = new Set(entity.fields.filter((field) => field.readOnly || field.compute).map((field) => field.name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !closed.has(name)));
}

/**
 * The record to store: what was brought, what references give, what rules compute; checked as a whole, as a new one or one that is changed
 * (`before`). Throws the failure of a gate that is shut to the person, `invalid` with every field error.
 */
export async function validateRecord(
  tx: Tx,
  entity: Entity,
  own: Row,
  about: Pick<FactRequest, "schemas" | "vocabulary" | "clock" | "given"> & { actor: Actor },
  before?: Row,
): Promise<ValidRecord> {
  const { actor, schemas } = about;
  const byPerson = actor.by === "merchant";
  const { copies, wrong } = await copyReferenced(tx, schemas, entity, actor.tenant, own);
  const facts = await loadFacts({ ...about, db: tx, entity, record: { ...own, ...copies } });
  if (byPerson && !before) assertPreconditions(entity, facts);

  const options = { lang: actor.lang, contexts: facts, side: "server" as const };
  const draft = entity.check({ ...own, ...copies }, options).value;
  const figures = entity.compute(draft, facts);
  const { value, errors: found } = entity.check({ ...draft, ...figures }, options);
  const errors = [
    ...referenceErrors(entity, wrong, actor.lang),
    ...found.filter((error) => !wrong.some(({ name }) => error.at === `/${name}`)),
  ];
  errors.push(
    ...unknownOptions(schemas, entity, value, actor.lang).filter(({ at }) => !errors.some((error) => error.at === at)),
  );
  if (errors.length === 0 && byPerson) errors.push(...(await missingFiles(tx, entity, actor, value, before)));
  if (errors.length > 0) throw new Failure("invalid", {}, errors);

  const local = new Set(entity.fields.filter((field) => field.local).map((field) => field.name));
  const stored = Object.fromEntries(Object.entries({ ...value, ...figures }).filter(([name]) => !local.has(name)));
  return { record: { ...stored, ...(await fileFacts(tx, entity, actor.tenant, value)) }, figures, facts };
}
