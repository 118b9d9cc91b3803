/** Sparkline of a rate over the last day. */
import { t } from "@portolan/engine/app";
import type { Point } from "./use-rates.tsx";

const WIDTH = 240;
const HEIGHT = 64;
const EDGE = 3;

/** `tall`: the expanded chart instead of the small one in a row. */
export function Sparkline({ pair, points, tall }: { pair: string; points: readonly Point[]; tall?: boolean }) {
  const [begin, end] = [points[0], points.at(-1)];
  if (!begin || !end || begin === end) return <span className="hm-quiet">—</span>;
  const values = points.map(([, mid]) => Number(mid));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [begin[0], end[0]];
  const x = (at: number) => ((at - first) / (last - first || 1)) * WIDTH;
  const y = (value: number) => EDGE + (1 - (value - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
  const line = points
    .map(([at, mid], index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(Number(mid)).toFixed(1)}`)
    .join("");
  const label = t("home.chart", { pair, low: String(low), high: String(high), last: end[1] });
  return (
    <svg
      className="hm-spark"
      data-tall={tall || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="hm-area" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
      <path className="hm-line" d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
