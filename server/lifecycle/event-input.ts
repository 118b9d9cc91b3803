import {
  messageFor,
  type CheckError,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { fieldError } from "../core/field-error.ts";
import type { Queries } from "../store/database.ts";
import { fileFacts, missingFiles } from "./files.ts";
import type { Schemas } from "../schemas/read.ts";
import { unknownOptions } from "./option-check.ts";

/** Longest reason in characters where the entity has no field of its own for it. */
const REASON_LENGTH = 200;

/** What an event brings: all that counts of it, and of that what is stored in the record's own fields. */
export interface EventInput {
  brought: Row;
  own: Row;
}

/**
 * What an event brings, checked against the record that it happens to. A person must bring what the transition needs, may bring what it
 * takes, and nothing else that was sent counts; a machine's words all count. Throws `invalid`.
 */
export async function readEventInput(
  tx: Queries,
  schemas: Schemas,
  entity: Entity,
  transition: TransitionPlan,
  record: Row,
  input: Row,
  actor: Actor,
  facts: Scope,
): Promise<EventInput> {
  const names = [...transition.needs, ...(transition.takes ?? [])];
  const fieldOf = (name: string) => entity.fields.find((field) => field.name === name);
  /** A reason may be no field of the entity's. */
  const wrong = (name: string, code: "required" | "maxLength", params: CheckError["params"] = {}): CheckError => {
    const field = fieldOf(name);
    return field
      ? { at: `/${name}`, code, params, message: messageFor(entity, { field, code, params }, actor.lang) }
      : fieldError(`/${name}`, code, actor.lang, { params });
  };
  const brought: Row = actor.by === "merchant" ? {} : { ...input };
  const errors: CheckError[] = [];
  for (const name of names) {
    const value = typeof input[name] === "string" ? input[name].trim() : input[name];
    const limit = Number(fieldOf(name)?.schema["maxLength"] ?? REASON_LENGTH);
    const empty = value === undefined || value === null || value === "";
    if (empty && actor.by === "merchant" && transition.needs.includes(name)) errors.push(wrong(name, "required"));
    else if (typeof value === "string" && [...value].length > limit) errors.push(wrong(name, "maxLength", { limit }));
    else if (!empty) brought[name] = value;
  }
  const fields = names.filter((name) => fieldOf(name) && brought[name] !== undefined);
  const { value, errors: found } =
    fields.length > 0 && errors.length === 0
      ? entity.check({ ...record, ...brought }, { lang: actor.lang, only: fields, contexts: facts, side: "server" })
      : { value: {} as Row, errors: [] };
  errors.push(...found.filter((error) => fields.includes(error.at.split("/")[1] ?? "")));
  const own = Object.fromEntries(fields.map((name) => [name, value[name] ?? brought[name]]));
  if (errors.length === 0 && actor.by === "merchant")
    errors.push(
      ...unknownOptions(schemas, entity, { ...record, ...own }, actor.lang).filter(({ at }) =>
        fields.includes(at.slice(1)),
      ),
    );
  if (errors.length === 0 && actor.by === "merchant") errors.push(...(await missingFiles(tx, entity, actor, own)));
  if (errors.length > 0) throw new Failure("invalid", {}, errors);
  return { brought, own: { ...own, ...(await fileFacts(tx, entity, actor.tenant, own)) } };
}
