/**
 * Countdown to an instant (epoch ms), updated every second. Screen readers get `text` instead, the formatted instant.
 */
import { useEffect, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";

export function Countdown({ until, text }: { until: number; text: string }) {
  const { now, t } = usePorts();
  const [left, setLeft] = useState(() => until - now());
  const over = left <= 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setLeft(until - now()), 1_000);
    return () => clearInterval(timer);
  }, [over, until, now]);
  const seconds = Math.ceil(left / 1_000);
  return (
    <span className="pt-countdown" data-over={over || undefined} title={text}>
      <span aria-hidden>{over ? t("table.over") : t("table.left", { time: formatClock(seconds) })}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Formats seconds as `4:32` or `1:04:32`. */
function formatClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
