import { Decimal, createDecimalKind, padDecimals, buildNumberCell, rate, createProblem } from "@portolan/engine";

const POINTS = Decimal.of("100");
/** Maximum number of decimals of the factor. */
const PLACES = 8;
/** Converts a factor to a percentage without trailing zeros. */
const toPoints = (factor: Decimal): Decimal => factor.mul(POINTS).trim();

/**
 * A fee rate. Stored as a factor so that rules can multiply by it, but displayed and entered as a percentage: `"0.001"`
 * is shown as 0.1%, and entering `0.25` stores `"0.0025"`.
 */
export const feeRate = createDecimalKind({
  name: "fee-rate",
  places: () => ({ max: PLACES, shown: 0 }),
  tooPrecise: "decimals",
  text(value, context) {
    const factor = Decimal.parse(value);
    return factor ? `${padDecimals(toPoints(factor), context)}%` : String(value ?? "");
  },
  decimals: (value) => toPoints(Decimal.of(value)).scale,
  parse(text, context) {
    const points = rate.parse(text.replace(/\s*[%％]\s*$/, ""), context);
    if (!points.ok) return points;
    const factor = Decimal.of(points.value)
      .div(POINTS, PLACES + 2)
      .trim();
    return factor.scale > PLACES
      ? createProblem("decimals", { places: PLACES - 2 })
      : { ok: true, value: factor.toString() };
  },
  edit: (value) => toPoints(Decimal.of(value)).toString(),
  cell: (value) =>
    buildNumberCell(value, (_places, plain) => {
      const { scale } = toPoints(Decimal.of(plain));
      return `0${scale > 0 ? `.${"0".repeat(scale)}` : ""}%`;
    }),
  bound(value, _edge, context) {
    const read = feeRate.parse(value, { ...context, record: {} });
    return read.ok ? read.value : undefined;
  },
  width: 110,
  examples: ["0.001", "0.0025", "1", "0.00001"],
});
