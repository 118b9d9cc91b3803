import { findCurrency, type Entity, type Row } from "@portolan/engine";
import { findDigits, toMinor } from "../ledger/minor-units.ts";

/**
 * Returns the last two digits of an order's amount in minor units, which select the script of simulated providers, or 0
 * for a record without an amount.
 */
export function readAmountEnding(entity: Entity, data: Row): number {
  const field = entity.fields.find(({ name }) => name === (entity.list.card?.amount ?? "amount"));
  if (!field || data[field.name] === undefined) return 0;
  // A request may omit a currency that the server copies from another record. In that case, assume two decimals.
  const code = findCurrency(field, data);
  const minor = toMinor(String(data[field.name]), code ? findDigits(code, entity.minorUnits) : 2);
  return Number(minor % 100n);
}
