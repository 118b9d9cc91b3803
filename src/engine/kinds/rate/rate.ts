import { decimalKind } from "../decimal-kind.ts";

/** Most decimals of a rate. */
const PLACES = 8;

/** An exchange rate as a plain factor: `7.1234`. Up to eight decimals, shown without zeros at the end. */
export const rate = decimalKind({
  name: "rate",
  places: () => ({ most: PLACES, shown: 0 }),
  tooPrecise: "decimals",
  width: 110,
  examples: ["7.1234", "0.0025", "1", "0.00000001"],
});
