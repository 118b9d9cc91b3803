/**
 * Remaining validity of a quote, as a ring and as text. Announced to screen readers at the start, at five seconds and
 * at the end.
 */
import { t } from "@portolan/engine/app";
import type { Quoting } from "./use-quote.tsx";

/** Remaining seconds at or below which the validity is highlighted. */
const SHORT = 5;

export function Validity({ quoting }: { quoting: Quoting }) {
  const { quote, seconds, live, isLoading } = quoting;
  if (!quote) return null;
  const share = live ? Math.min(1, (seconds * 1_000) / quote.validMs) : 0;
  const announcement = isLoading
    ? ""
    : !live
      ? t("swap.expired")
      : seconds <= SHORT
        ? t("swap.fiveLeft")
        : t("swap.quoted", { seconds: Math.round(quote.validMs / 1_000), rate: quote.rate });
  return (
    <div className="sw-validity" data-short={(live && seconds <= SHORT) || undefined} data-over={!live || undefined}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden>
        <circle cx="18" cy="18" r="15" pathLength="1" className="sw-ring-base" />
        <circle
          cx="18"
          cy="18"
          r="15"
          pathLength="1"
          className="sw-ring"
          strokeDasharray="1"
          strokeDashoffset={1 - share}
          key={quote.quoteId}
        />
        <text x="18" y="22.5" textAnchor="middle">
          {live ? seconds : "0"}
        </text>
      </svg>
      <span aria-hidden>
        {isLoading ? t("swap.asking") : live ? t("swap.validFor", { seconds }) : t("swap.expiredHint")}
      </span>
      <output className="sr-only">{announcement}</output>
    </div>
  );
}
