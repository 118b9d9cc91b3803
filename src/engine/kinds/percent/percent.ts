import { Decimal } from "../../base/decimal.ts";
import { decimalKind } from "../decimal-kind.ts";
import { evenText, neededPlaces, numberCell } from "../written-numbers.ts";

/** A percentage in points: `"25"` is 25 %. Up to four decimals. */
export const percent = decimalKind({
  name: "percent",
  places: () => ({ most: 4, shown: 0 }),
  tooPrecise: "decimals",
  strip: (text) => ({ text: text.replace(/ ?%$/, "") }),
  text(value, context) {
    const points = Decimal.parse(value);
    return points ? `${evenText(points, context)}%` : value === undefined || value === null ? "" : `${value}%`;
  },
  decimals: neededPlaces,
  cell: (value) =>
    numberCell(value, (_places, plain) => {
      const scale = neededPlaces(plain);
      return `0${scale > 0 ? `.${"0".repeat(scale)}` : ""}"%"`;
    }),
  width: 90,
  examples: ["25", "100", "0.5", "33.33", "50"],
});
