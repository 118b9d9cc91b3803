/**
 * Shown instead of the portal when the user cannot be loaded: the browser is offline, no response arrived, or the
 * server failed.
 */
import { t } from "../client/i18n.ts";
import type { CallFailure } from "../../model/ports.ts";
import { Art } from "../layout/Art.tsx";

export function Unreachable({ failure, onRetry }: { failure: CallFailure; onRetry(): void }) {
  const message =
    failure.kind === "offline"
      ? "unreachable.offline"
      : failure.kind === "unknown"
        ? "unreachable.slow"
        : "systemException";
  return (
    <main className="body-top">
      <section className="state state-page" role="alert">
        <Art />
        <h1>{t("unreachable.title")}</h1>
        <p>{t(message)}</p>
        {failure.traceId && <p className="toast-detail">{t("traceId", { id: failure.traceId })}</p>}
        <button type="button" className="btn" data-main onClick={onRetry}>
          {t("retry")}
        </button>
      </section>
    </main>
  );
}
