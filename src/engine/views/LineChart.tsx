/** Line chart without axes, such as a balance over the last days, with the change in percent. */
import "./line-chart.css";

/** Size of the view box, which is stretched to the size of the element. */
const [WIDTH, HEIGHT] = [100, 32];

interface LineChartProps {
  /** Visible caption, such as `Balance over 30 days`. */
  label: string;
  /** Values in chronological order. Fewer than two render nothing. */
  points: readonly number[];
  /** Text alternative for screen readers: the label with the lowest, highest and latest values. */
  text: string;
}

/**
 * Small line chart. It shows no figures, so the page should link to a table with them.
 * @example
 * <LineChart label="Last 30 days" points={[1, 3, 2]} text="Last 30 days: lowest 1, highest 3, now 2" />;
 */
export function LineChart({ label, points, text }: LineChartProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const toX = (index: number) => (index / (points.length - 1)) * WIDTH;
  const toY = (value: number) => (most === least ? HEIGHT / 2 : HEIGHT - ((value - least) / (most - least)) * HEIGHT);
  return (
    <figure className="pv-trend">
      <svg viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`} preserveAspectRatio="none" role="img" aria-label={text}>
        <polyline points={points.map((value, index) => `${toX(index)},${toY(value).toFixed(2)}`).join(" ")} />
      </svg>
      <figcaption>
        {label} <span>{formatChange(first, last)}</span>
      </figcaption>
    </figure>
  );
}

/** A larger change starts near zero, so that its percentage has no meaning. */
const MAX_PERCENT = 1_000;
/**
 * Returns the signed change in percent with one decimal, or an empty string if the first value is 0 or near zero
 * compared with the last one.
 */
function formatChange(from: number, to: number): string {
  const change = ((to - from) / Math.abs(from)) * 100;
  if (from === 0 || Math.abs(change) >= MAX_PERCENT) return "";
  return `${change > 0 ? "+" : change < 0 ? "−" : ""}${Math.abs(change).toFixed(1)}%`;
}
