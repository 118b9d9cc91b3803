/** A line over time without axes: a balance over the last days, with how much it changed. */
import "./line-chart.css";

/** Size of the drawing's own units; the line keeps its width in pixels. */
const [WIDTH, HEIGHT] = [100, 32];

interface LineChartProps {
  /** What the line shows, such as `Balance over 30 days`. */
  label: string;
  /** Values in order of time; two at least. */
  points: readonly number[];
  /** Text alternative for screen readers: the label with the lowest, highest and latest values. */
  text: string;
}

/**
 * Small line chart. The figures themselves belong in a table that the page leads to.
 * @example
 * <LineChart label="Last 30 days" points={[1, 3, 2]} text="Last 30 days: lowest 1, highest 3, now 2" />;
 */
export function LineChart({ label, points, text }: LineChartProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const toX = (at: number) => (at / (points.length - 1)) * WIDTH;
  const toY = (value: number) => (most === least ? HEIGHT / 2 : HEIGHT - ((value - least) / (most - least)) * HEIGHT);
  return (
    <figure className="pv-line">
      <svg viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`} preserveAspectRatio="none" role="img" aria-label={text}>
        <polyline points={points.map((value, at) => `${toX(at)},${toY(value).toFixed(2)}`).join(" ")} />
      </svg>
      <figcaption>
        {label} <span>{formatChange(first, last)}</span>
      </figcaption>
    </figure>
  );
}

/** Returns the change in per cent; nothing where it began at zero. */
function formatChange(from: number, to: number): string {
  if (from === 0) return "";
  const change = ((to - from) / Math.abs(from)) * 100;
  return `${change > 0 ? "+" : change < 0 ? "−" : ""}${Math.abs(change).toFixed(1)}%`;
}
