import { currencyOf, type Entity, type Row } from "../../src/engine/index.ts";
import { digitsOf, toMinor } from "../payments/ledger/minor.ts";

/** Last two digits of an order's amount, in minor units: what the simulated world goes by. 0 for a record that holds no amount (a card, an application). */
export function readAmountEnding(entity: Entity, data: Row): number {
  const field = entity.fields.find(({ name }) => name === (entity.list.card?.amount ?? "amount"));
  if (!field || data[field.name] === undefined) return 0;
  // What a call sends may leave out a currency that the server copies from another record.
  const code = currencyOf(field, data);
  const minor = toMinor(String(data[field.name]), code ? digitsOf(code, entity.minorUnits) : 2);
  return Number(minor % 100n);
}
