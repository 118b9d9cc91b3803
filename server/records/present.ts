/**
 * Prepares records for leaving the server. Every record that leaves passes through here, which masks values and
 * removes fields as its schema demands.
 */
import { maskRow, type Entity, type Destination, type Row } from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";

/**
 * Purpose for which a record leaves the server. `answer`: response of a call that creates or changes it. `reveal` and
 * `wholeExport`: confirmed by a step-up and audited. `provider`: a request to a provider.
 */
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
  | "wholeExport"
  | "provider";

const EXITS: Readonly<Record<Purpose, Destination>> = {
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
  provider: "provider",
};

/**
 * Returns the record as the actor may see it: masked, unless the schema exempts the purpose from masking
 * (`x-mask.whole`), and without fields that are write-only, sealed, not stored, or not in the schema. `actor` is
 * undefined if the server itself sends the record.
 *
 * @throws Failure `notGranted` when the purpose needs unmasked values and the actor may not see them, or when an actor
 * requests `provider`, which is reserved for the server
 */
export function present(
  entity: Entity,
  row: Row,
  actor: Pick<Actor, "by" | "grants"> | undefined,
  purpose: Purpose,
): Row {
  const exit = EXITS[purpose];
  if (exit === "provider" && actor) throw new Failure("notGranted");
  if (exit === "whole" && !canSeeWhole(entity, actor)) throw new Failure("notGranted");
  return maskRow(entity, row, exit);
}

/**
 * Returns whether the actor may see unmasked values after a step-up. This requires that the entity has the call
 * `reveal`, and that the user has its grant, if any.
 */
export function canSeeWhole(
  { calls: { reveal } }: Pick<Entity, "calls">,
  actor: Pick<Actor, "by" | "grants"> | undefined,
): boolean {
  return (
    reveal !== undefined && actor !== undefined && isUser(actor) && (!reveal.grant || actor.grants.has(reveal.grant))
  );
}
