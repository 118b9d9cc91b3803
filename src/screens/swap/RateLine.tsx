/** Line chart of a rate over time, with the user's rate as a dashed line, or the same figures as a table. */
import { type PointerEvent, useState } from "react";
import { t } from "@portolan/engine/app";
import { type CallResponse, formatWallClock } from "@portolan/engine";
import { selectByKey, usePorts } from "@portolan/engine/ui";

const [WIDTH, HEIGHT, EDGE] = [320, 120, 8];
/** Time in milliseconds and mid-market rate. */
export type Point = CallResponse<"ratePrice">["history"][string][number];

interface RateLineProps {
  pair: string;
  /** Rates in chronological order. Fewer than two draw nothing. */
  points: readonly Point[];
  days: number;
  /** Rate that the user gets. Undefined when there is none, and then not drawn. */
  own: string | undefined;
}
export function RateLine({ pair, points, days, own }: RateLineProps) {
  const { dialect } = usePorts();
  const [isTable, setTable] = useState(false);
  /** Formats the day, with the time of day in periods of up to a week. */
  const formatTime = (at: number) => formatWallClock(at, dialect.zone).slice(5, days > 7 ? 10 : 16);
  if (points.length < 2) return null;
  return (
    <>
      {isTable ? (
        <RateTable pair={pair} points={points} formatTime={formatTime} />
      ) : (
        <Line key={`${pair} ${days}`} pair={pair} points={points} own={own} formatTime={formatTime} />
      )}
      <p className="sw-legend">
        {own !== undefined && (
          <span>
            <i aria-hidden /> {t("swap.rate")} {own}
          </span>
        )}
        <button type="button" className="sw-link" onClick={() => setTable(!isTable)}>
          {t(isTable ? "swap.asChart" : "swap.asTable")}
        </button>
      </p>
    </>
  );
}

type PartProps = Pick<RateLineProps, "pair" | "points"> & { formatTime(at: number): string };

/** The pointer, the arrow keys, Home and End select the rate that the caption describes, by default none. */
function Line({ pair, points, own, formatTime }: PartProps & Pick<RateLineProps, "own">) {
  const [chosen, choose] = useState<number>();
  const [begin, end] = [points[0], points.at(-1)];
  if (!begin || !end) return null;
  const { toX, toY, low, high } = scale(points, [begin[0], end[0]], own);
  const last = points.length - 1;
  const position = chosen ?? last;
  const [at, mid] = points[position] ?? end;
  const ownY = own === undefined ? undefined : toY(Number(own));
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const distances = points.map(([time]) => Math.abs(toX(time) - x));
    choose(distances.indexOf(Math.min(...distances)));
  };
  return (
    <figure className="sw-line">
      <figcaption>
        {chosen === undefined ? (
          t("swap.range", { low, high })
        ) : (
          <>
            {formatTime(at)} <strong>{mid}</strong>
          </>
        )}
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${pair} ${t("swap.range", { low, high })}`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={position + 1}
        aria-valuetext={`${formatTime(at)} ${mid}`}
        onKeyDown={(event) => selectByKey(event, { position, last, select: choose })}
        onPointerMove={onPointerMove}
        onPointerLeave={() => choose(undefined)}
        onBlur={() => choose(undefined)}
      >
        <svg className="sw-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          <polyline points={points.map(([time, value]) => `${toX(time)},${toY(Number(value))}`).join(" ")} />
          {ownY !== undefined && <line className="sw-own" x1="0" x2={WIDTH} y1={ownY} y2={ownY} />}
          {chosen !== undefined && <line className="sw-cross" x1={toX(at)} x2={toX(at)} y1="0" y2={HEIGHT} />}
        </svg>
      </div>
      <p className="sw-ends" aria-hidden>
        <span>{formatTime(begin[0])}</span>
        <span>{formatTime(end[0])}</span>
      </p>
    </figure>
  );
}

/** Returns the lowest and highest rate, and the positions of times and rates in the drawing, with `own` inside it. */
function scale(points: readonly Point[], [begin, end]: [number, number], own: string | undefined) {
  const sorted = points.map(([, mid]) => mid).toSorted((a, b) => Number(a) - Number(b));
  const [low = "0", high = "0"] = [sorted[0], sorted.at(-1)];
  const all = [low, high, ...(own === undefined ? [] : [own])].map(Number);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return {
    low,
    high,
    toX: (time: number) => Number((((time - begin) / (end - begin || 1)) * WIDTH).toFixed(1)),
    toY: (value: number) =>
      Number((EDGE + (most === least ? 0.5 : (most - value) / (most - least)) * (HEIGHT - 2 * EDGE)).toFixed(1)),
  };
}

function RateTable({ pair, points, formatTime }: PartProps) {
  return (
    // Scrolls with the arrow keys when focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="sw-points" tabIndex={0} role="region" aria-label={pair}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("swap.time")}</th>
            <th scope="col">{t("swap.mid")}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(([at, mid]) => (
            <tr key={at}>
              <td>{formatTime(at)}</td>
              <td>{mid}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
