/** Formatted figures of a rate: its digits and its change over a day. */
import { t } from "@portolan/engine/app";

/** Formats a rate with four decimals, with five below 1 and with six below 0.1. */
export function formatRate(value: string): string {
  const size = Math.abs(Number(value));
  return Number(value).toFixed(size >= 1 || size === 0 ? 4 : size >= 0.1 ? 5 : 6);
}

/** Emphasises the last two digits, which change most often. */
export function Digits({ value }: { value: string }) {
  const text = formatRate(value);
  return (
    <span className="hm-rate">
      {text.slice(0, -2)}
      <b>{text.slice(-2)}</b>
    </span>
  );
}

export function Change({ percent }: { percent?: string | undefined }) {
  if (percent === undefined) return <span className="hm-quiet">—</span>;
  const sign = Number(percent) > 0 ? "up" : Number(percent) < 0 ? "down" : "flat";
  const size = Math.abs(Number(percent)).toFixed(2);
  return (
    <span className="hm-change" data-sign={sign}>
      {t(`home.${sign}`)} {sign === "up" ? "+" : sign === "down" ? "−" : ""}
      {size}%
    </span>
  );
}
