import { Decimal } from "../../base/decimal.ts";
import { createDecimalKind } from "../decimal-kind.ts";
import { padDecimals, countNeededPlaces, buildNumberCell } from "../written-numbers.ts";

/** A percentage: `"25"` is 25%. Up to four decimal places. */
export const percent = createDecimalKind({
  name: "percent",
  places: () => ({ max: 4, shown: 0 }),
  tooPrecise: "decimals",
  strip: (text) => ({ text: text.replace(/ ?%$/, "") }),
  text(value, context) {
    const points = Decimal.parse(value);
    return points ? `${padDecimals(points, context)}%` : value === undefined || value === null ? "" : `${value}%`;
  },
  decimals: countNeededPlaces,
  cell: (value) =>
    buildNumberCell(value, (_places, plain) => {
      const scale = countNeededPlaces(plain);
      return `0${scale > 0 ? `.${"0".repeat(scale)}` : ""}"%"`;
    }),
  width: 90,
  examples: ["25", "100", "0.5", "33.33", "50"],
});
