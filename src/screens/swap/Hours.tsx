/** Countdown to the market opening, and the way to request an exchange until then. */
import { Clock } from "lucide-react";
import { getDateTag, t } from "@portolan/engine/app";
import type { Lang } from "@portolan/engine";
import { Link, usePorts } from "@portolan/engine/ui";
import type { Trading } from "./use-trading.tsx";

/** Formats a duration as `02:03:04`, preceded by the number of days if there are any. */
export function formatSpan(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two((seconds % 86_400) / 3_600)}:${two((seconds % 3_600) / 60)}:${two(seconds % 60)}`;
  const days = Math.floor(seconds / 86_400);
  return days > 0 ? t("swap.daysAnd", { days, clock }) : clock;
}

/** Formats an opening time in words, in the Shanghai time zone. */
export function formatOpening(iso: string, lang: Lang): string {
  return new Intl.DateTimeFormat(getDateTag(lang), {
    timeZone: "Asia/Shanghai",
    month: "long",
    day: "numeric",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(Date.parse(iso));
}

/** Page that accepts exchange requests at any time. */
const REQUEST = "/exchangeapplication";

export function Hours({ trading, lang }: { trading: Trading; lang: Lang }) {
  const { canOpen } = usePorts();
  if (trading.open) return null;
  return (
    <div className="sw-hours">
      <Clock size={20} strokeWidth={1.5} aria-hidden />
      <div>
        <p>
          <strong>{t("swap.closed")}</strong> {t("swap.tradingHours")}
        </p>
        <p>
          {t("swap.reopens", { time: formatOpening(trading.opensAt, lang) })}{" "}
          <span className="sw-quiet">{t("swap.reopensIn", { span: formatSpan(trading.seconds) })}</span>
        </p>
        {canOpen?.(REQUEST) !== false && <Link href={REQUEST}>{t("swap.request")}</Link>}
      </div>
    </div>
  );
}
