import type { Entity, Row } from "../../src/engine/index.ts";
import { digitsOf, toMinor } from "../ledger/minor.ts";

/** Last two digits of an order's amount, in minor units: what the simulated world goes by. Throws when it holds no amount. */
export function endingOf(entity: Entity, data: Row): number {
  const field = entity.field(entity.list.card?.amount ?? "amount");
  const code = field.currency && ("code" in field.currency ? field.currency.code : String(data[field.currency.field]));
  const minor = toMinor(String(data[field.name]), code ? digitsOf(code, entity.minorUnits) : 2);
  return Number(minor % 100n);
}
