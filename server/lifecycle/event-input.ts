import {
  formatMessage,
  type CheckError,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "../../src/engine/index.ts";
import { type Actor, isUser } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import type { Queries } from "../store/database.ts";
import { loadFileFacts, findMissingFiles } from "./files.ts";
import type { Schemas } from "../schemas/read.ts";
import { findUnknownOptions } from "./option-check.ts";

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
  let checked: Row = {};
  if (fields.length > 0 && errors.length === 0) {
    const options = { lang: actor.lang, only: fields, contexts: facts, side: "server" as const };
    const { value, errors: found } = entity.check({ ...record, ...brought }, options);
    checked = value;
    errors.push(...found.filter((error) => fields.includes(error.at.split("/")[1] ?? "")));
  }
  const own = Object.fromEntries(fields.map((name) => [name, checked[name] ?? brought[name]]));
  if (errors.length === 0 && byUser)
    errors.push(
      ...findUnknownOptions(schemas, entity, { ...record, ...own }, actor.lang).filter(({ at }) =>
        fields.includes(at.slice(1)),
      ),
    );
  if (errors.length === 0 && byUser) errors.push(...(await findMissingFiles(tx, entity, actor, { record: own })));
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  return { brought: { ...brought, ...own }, own: { ...own, ...(await loadFileFacts(tx, entity, actor.tenant, own)) } };
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
    else if (!empty) values[name] = value;
  }
  return { values, errors };
}

const findField = (entity: Entity, name: string) => entity.fields.find((field) => field.name === name);
