/** Chart with bars above and below an axis: incoming and outgoing amounts by day or month. */
import { type PointerEvent, useState } from "react";
import type { Bar } from "./read-figures.ts";
import { selectByKey } from "./select-by-key.ts";
import "./bar-chart.css";

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  /** Names of both sides. A side without a name has no bars. */
  names: { up?: string | undefined; down?: string | undefined };
  size?: "card" | "report";
}

/**
 * Bar chart. The pointer, the arrow keys, Home and End select the bar that the caption describes, by default the last
 * one with a figure. Show the same figures in a table next to it.
 * @example
 * <BarChart label="Money in and out" bars={[{ label: "11-23", up: 5, down: 2, upText: "5.00", downText: "2.00" }]} names={{ up: "In", down: "Out" }} />;
 */
export function BarChart({ label, bars, names, size = "report" }: BarChartProps) {
  const [chosen, choose] = useState<number>();
  const last = bars.length - 1;
  const latest = bars.findLastIndex(({ up, down }) => up > 0 || down > 0);
  const position = Math.min(chosen ?? (latest < 0 ? last : latest), last);
  const bar = bars[position];
  if (!bar) return null;
  const max = { up: Math.max(0, ...bars.map(({ up }) => up)), down: Math.max(0, ...bars.map(({ down }) => down)) };
  const whole = max.up + max.down || 1;
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length))));
  };
  return (
    <figure className="pv-chart" data-size={size}>
      <figcaption>
        <span>{bar.label}</span>
        {names.up !== undefined && (
          <span data-side="up">
            {names.up} <strong>{bar.upText}</strong>
          </span>
        )}
        {names.down !== undefined && (
          <span data-side="down">
            {names.down} <strong>{bar.downText}</strong>
          </span>
        )}
      </figcaption>
      <div
        className="pv-chart-bars"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={position + 1}
        aria-valuetext={describeBar(bar, names)}
        style={{ "--zero": `${(max.up / whole) * 100}%` } as object}
        onKeyDown={(event) => selectByKey(event, { position, last, select: choose })}
        onPointerMove={onPointerMove}
        onPointerLeave={() => choose(undefined)}
      >
        {bars.map(({ label: key, up, down }, index) => (
          <span key={key} data-active={index === chosen || undefined}>
            {up > 0 && <i data-side="up" style={{ height: `${(up / whole) * 100}%` }} />}
            {down > 0 && <i data-side="down" style={{ height: `${(down / whole) * 100}%` }} />}
          </span>
        ))}
      </div>
      <Ends first={bars[0]} last={bars[last]} />
    </figure>
  );
}

/** Shows the first and last day or month below the bars. */
const Ends = ({ first, last }: { first: Bar | undefined; last: Bar | undefined }) => (
  <p className="pv-chart-ends" aria-hidden>
    <span>{first?.label}</span>
    <span>{last?.label}</span>
  </p>
);

const describeBar = ({ label, upText, downText }: Bar, { up, down }: BarChartProps["names"]): string =>
  [
    label,
    ...(up === undefined ? [] : [`${up} ${upText}`]),
    ...(down === undefined ? [] : [`${down} ${downText}`]),
  ].join(", ");
