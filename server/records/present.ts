/** The one way out: whatever leaves the server of a record passes here, and what is not declared to leave stays. */
import { maskRow, type Entity, type Exit, type Row } from "../../src/engine/index.ts";
import { type Actor, isUser } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";

/** What a record leaves for. `answer`: of a call that makes or changes it; `reveal` and `wholeExport`: confirmed with the payment password and noted. */
export type Purpose =
  | "list"
  | "detail"
  | "answer"
  | "export"
  | "receipt"
  | "mail"
  | "log"
  | "event"
  | "reveal"
  | "wholeExport";

const EXITS: Readonly<Record<Purpose, Exit>> = {
  list: "list",
  detail: "detail",
  answer: "detail",
  export: "export",
  receipt: "receipt",
  mail: "mail",
  log: "log",
  event: "event",
  reveal: "whole",
  wholeExport: "whole",
};

/**
 * The record as the actor may have it: masked unless the schema excepts the place (`x-mask.whole`), and never with what is only written, sealed, not stored, or
 * no field of the schema. `actor`: undefined for what the server sends by itself. Throws `notGranted` where whole values are not this actor's.
 */
export function present(
  entity: Entity,
  row: Row,
  actor: Pick<Actor, "by" | "grants"> | undefined,
  purpose: Purpose,
): Row {
  const exit = EXITS[purpose];
  if (exit === "whole" && !maySeeWhole(entity, actor)) throw new Failure("notGranted");
  return maskRow(entity, row, exit);
}

/** Returns whether the actor may see unmasked values after a step-up: a user with the grant of the entity's call `reveal`. */
export function maySeeWhole(
  { calls: { reveal } }: Pick<Entity, "calls">,
  actor: Pick<Actor, "by" | "grants"> | undefined,
): boolean {
  return (
    reveal !== undefined && actor !== undefined && isUser(actor) && (!reveal.grant || actor.grants.has(reveal.grant))
  );
}
