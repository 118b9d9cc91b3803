import { Decimal, evaluate, UNKNOWN, type Expression, type Row, type Scope } from "../../../src/engine/index.ts";
import type { Happening } from "../context.ts";

/** An event of another record that an event leads to. */
export interface Fired {
  entity: string;
  id: string;
  event: string;
  input: Row;
  /** The merchant who gets a new record. */ merchant?: string;
}

/** The events that an event leads to at other records (`fires`), with what they bring. Throws when it is unknown at which. */
export function firedBy({ entity, transition }: Pick<Happening, "entity" | "transition">, scope: Scope): Fired[] {
  return (transition.fires ?? []).map((one) => {
    const id = evaluate(one.id, scope);
    if (typeof id !== "string")
      throw new Error(
        `${entity.name}.${transition.on} leads to ${one.entity}.${one.event}, but of which record is unknown`,
      );
    const merchant = one.merchant && evaluate(one.merchant, scope);
    if (one.merchant && typeof merchant !== "string")
      throw new Error(`${entity.name}.${transition.on} gives a record, but to which merchant is unknown`);
    return {
      entity: one.entity,
      id,
      event: one.event,
      input: carried(one.with, scope),
      ...(typeof merchant === "string" ? { merchant } : {}),
    };
  });
}

/** Values as they would travel; unknown ones stay out. */
function carried(values: Record<string, Expression>, scope: Scope): Row {
  const known = Object.entries(values)
    .map(([name, expression]) => [name, evaluate(expression, scope)] as const)
    .filter(([, value]) => value !== UNKNOWN);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      value instanceof Decimal ? value.toString() : typeof value === "bigint" ? Number(value) : value,
    ]),
  );
}
