import { Decimal } from "../../base/decimal.ts";
import { createDecimalKind } from "../decimal-kind.ts";
import { padDecimals, countNeededPlaces, buildNumberCell } from "../written-numbers.ts";

/** Maximum number of decimal places of a rate, and the minimum shown. Markets quote most pairs to four places. */
const PLACES = 8;
const READ = 4;
/** Spreadsheet format that aligns decimal points by padding unused decimal places with blanks. */
const FORMAT = `#,##0.${"0".repeat(READ)}${"?".repeat(PLACES - READ)}`;

/**
 * An exchange rate as a plain factor such as `7.1234`, with up to eight decimal places. All rates in a column are
 * displayed with the same number of decimal places, at least four: `7.1000` above `7.1234`.
 * @example
 * const read = rate.parse("7.1234", buildKindContext(entity, field, "en", row));
 */
export const rate = createDecimalKind({
  name: "rate",
  places: () => ({ max: PLACES, shown: 0 }),
  tooPrecise: "decimals",
  text(value, context) {
    const factor = Decimal.parse(value);
    return factor ? padDecimals(factor, context, READ) : String(value ?? "");
  },
  decimals: countNeededPlaces,
  cell: (value) => buildNumberCell(value, () => FORMAT),
  width: 110,
  examples: ["7.1234", "0.0025", "1", "0.00000001"],
});
