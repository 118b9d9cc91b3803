import {
  formatMessage,
  getPointerName,
  type CheckError,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import type { Queries } from "../store/database.ts";
import { fillFromFiles, findMissingFiles } from "./files.ts";
import type { Schemas } from "@portolan/engine/folder";
import { addFirst, findUnknownOptions } from "./judge.ts";
import { copyReferenced, createReferenceReader, listReferenceErrors } from "./references.ts";
import { pickWritableRows } from "./validate-record.ts";

/** Maximum length of a reason when the entity has no field for it. */
const REASON_LENGTH = 200;

/** Input of an event: all accepted values (`brought`), and those that are fields of the record (`own`). */
export interface EventInput {
  brought: Row;
  own: Row;
}

/** An event about to change a record, with its raw input and the loaded facts. */
interface InputRequest {
  entity: Entity;
  transition: TransitionPlan;
  record: Row;
  input: Row;
  actor: Actor;
  facts: Scope;
}

/**
 * Validates an event's input against the record. A user must send what the transition needs and may send what it takes;
 * other values are ignored. Other actors need not send anything, and all their values are used.
 *
 * @throws Failure `invalid` with the field errors
 */
export async function readEventInput(tx: Queries, schemas: Schemas, request: InputRequest): Promise<EventInput> {
  const { entity, transition, record, input, actor, facts } = request;
  const byUser = isUser(actor);
  const names = [...transition.needs, ...(transition.takes ?? [])];
  const { values, errors } = readValues(request, names);
  const brought: Row = { ...(byUser ? {} : input), ...values };
  const fields = names.filter((name) => findField(entity, name) && brought[name] !== undefined);
  if (fields.length === 0 && errors.length === 0) return { brought, own: {} };
  const sent = Object.fromEntries(fields.map((name) => [name, brought[name]]));
  // Systems bring values that they have checked themselves.
  const read = createReferenceReader({ db: tx, schemas }, actor.tenant);
  const { record: copied, wrong } = byUser ? await copyReferenced(read, entity, sent) : { record: sent, wrong: [] };
  const isBrought = ({ at }: CheckError) => fields.includes(getPointerName(entity, at));
  let own = copied;
  if (errors.length === 0) {
    const options = { lang: actor.lang, only: fields, contexts: facts, side: "server" as const };
    const { value, errors: found } = entity.check({ ...record, ...brought, ...copied }, options);
    own = { ...copied, ...Object.fromEntries(fields.map((name) => [name, value[name] ?? copied[name]])) };
    errors.push(...listReferenceErrors(entity, wrong, actor.lang));
    addFirst(errors, found.filter(isBrought), new Set(errors.map(({ at }) => at)));
    if (byUser)
      addFirst(errors, findUnknownOptions(schemas, entity, { ...record, ...own }, actor.lang).filter(isBrought));
  }
  if (errors.length === 0 && byUser) errors.push(...(await findMissingFiles(tx, entity, actor, { record: own })));
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  own = await fillFromFiles(tx, entity, actor.tenant, own);
  return { brought: { ...brought, ...own }, own };
}

/**
 * Reads the values that the transition needs or takes, trimmed. Reports values that are missing from a user's input or
 * too long.
 */
function readValues(
  { entity, transition, input, actor }: InputRequest,
  names: readonly string[],
): { values: Row; errors: CheckError[] } {
  const values: Row = {};
  const errors: CheckError[] = [];
  const report = (name: string, code: "required" | "maxLength", params: CheckError["params"] = {}) => {
    const field = findField(entity, name);
    // The entity need not have a field for the reason, so the message cannot always come from a field.
    errors.push(
      field
        ? { at: `/${name}`, code, params, message: formatMessage(entity, { field, code, params }, actor.lang) }
        : createFieldError(`/${name}`, code, actor.lang, { params }),
    );
  };
  for (const name of names) {
    const value = typeof input[name] === "string" ? input[name].trim() : input[name];
    const limit = Number(findField(entity, name)?.schema["maxLength"] ?? REASON_LENGTH);
    const empty = value === undefined || value === null || value === "";
    if (empty && isUser(actor) && transition.needs.includes(name)) report(name, "required");
    else if (typeof value === "string" && [...value].length > limit) report(name, "maxLength", { limit });
    else if (!empty) values[name] = isUser(actor) ? pickWritableRows(findField(entity, name), value) : value;
  }
  return { values, errors };
}

const findField = (entity: Entity, name: string) => entity.fields.find((field) => field.name === name);
