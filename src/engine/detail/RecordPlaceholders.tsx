/** Placeholders of the record page: loading, not found, load error. */
import { CloudOff, FileX } from "lucide-react";
import { codes } from "../operation/refusals.ts";
import type { Entity } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";

/** Returns whether the record does not exist or the user has no access to it. */
const isGone = ({ code }: CallFailure): boolean => code === codes.notFound || code === codes.notGranted;

/** Number of lines of the timeline's skeleton. */
const TIMELINE = 6;

/** Skeleton of a record by its plan, which CSS shows after 200 ms: what happened, the amount, timeline and sections. */
export function Skeleton({ entity }: { entity: Entity }) {
  const { t } = usePorts();
  return (
    <div className="pd-skeleton">
      <output className="sr-only">{t("form.loading")}</output>
      {entity.lifecycle && <span className="pd-bone-outcome" />}
      <span className="pd-bone-lead" />
      <div className="pd-columns">
        {entity.lifecycle && <Bones lines={TIMELINE} />}
        <div className="pd-sections">
          {entity.detail.sections.map(({ id, fields }) => (
            <Bones key={id} lines={fields.length} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Card with a heading and lines of text. */
const Bones = ({ lines }: { lines: number }) => (
  <div className="pd-card">
    {Array.from({ length: lines + 1 }, (_line, index) => (
      <span key={index} />
    ))}
  </div>
);

/** Error shown when a record could not be loaded at all. */
export function RecordLoadError({ failure, onRetry }: { failure: CallFailure; onRetry(): void }) {
  const { t } = usePorts();
  const isMissing = isGone(failure);
  const Icon = isMissing ? FileX : CloudOff;
  return (
    <div className="pd-state" role="alert">
      <Icon size={28} strokeWidth={1.25} aria-hidden />
      <p className="pd-notice-title">{isMissing ? t("detail.gone") : describeFailure(failure, t)}</p>
      {!isMissing && <Trace failure={failure} />}
      {!isMissing && (
        <button type="button" className="btn" onClick={onRetry}>
          {t("form.retry")}
        </button>
      )}
    </div>
  );
}

/** Notice that the displayed record could not be refetched. */
export function StaleNotice({ failure, onRetry }: { failure: CallFailure; onRetry(): void }) {
  const { t } = usePorts();
  return (
    <div className="pd-notice" data-tone={isGone(failure) ? "danger" : "warning"} role="alert">
      <p className="pd-notice-title">{isGone(failure) ? t("detail.gone") : t("detail.outdated")}</p>
      {!isGone(failure) && <p>{describeFailure(failure, t)}</p>}
      <Trace failure={failure} />
      <button type="button" className="btn" data-small onClick={onRetry}>
        {t("form.retry")}
      </button>
    </div>
  );
}

function Trace({ failure }: { failure: CallFailure }) {
  const { t } = usePorts();
  if (!failure.traceId) return null;
  return (
    <p className="pd-quiet">
      {t("form.trace")} <code>{failure.traceId}</code>
    </p>
  );
}

const describeFailure = (failure: CallFailure, t: (key: string) => string): string =>
  failure.message || t(failure.kind === "offline" ? "form.offline" : "list.failed");
