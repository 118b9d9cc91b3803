/**
 * Placeholder rows and notices of a list: slow load, expired cursor, load error. For the empty state, see
 * `NoRecords.tsx`.
 */
import { CloudOff } from "lucide-react";
import { formatWallClock } from "../base/time-zone.ts";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ListState } from "../data/list-state.tsx";
import { formatRefusal } from "../query/request.ts";

interface LoadingRowsProps {
  entity: Entity;
  columns: readonly string[];
  /** Number of rows. The frame clips those that exceed its last height. */
  size: number;
  density: string;
}
/** A header and rows as wide as the columns, which CSS shows after 200 ms. */
export function LoadingRows({ entity, columns, size, density }: LoadingRowsProps) {
  const kinds = columns.map((name) => entity.field(name).kind);
  const style = { gridTemplateColumns: kinds.map(({ width }) => `minmax(0, ${width}fr)`).join(" ") };
  return (
    <div className="pt-skeleton" data-density={density} aria-hidden>
      {Array.from({ length: size + 1 }, (_row, row) => (
        <div key={row} style={style}>
          {kinds.map(({ align }, cell) => (
            <span key={cell} data-align={align} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Notice of a slow load with a button to stop it, or of a stopped load with a button to retry. */
export function SlowLoadNotice({ state }: { state: ListState }) {
  const { t } = usePorts();
  const { slow, loading, stopped } = state;
  if (!(slow && loading) && !stopped) return null;
  return (
    <div className="pt-waiting" role="status">
      <span>{t(stopped ? "list.stopped" : "list.slow")}</span>
      <button type="button" className="pt-clear" onClick={stopped ? state.reload : state.stop}>
        {t(stopped ? "form.retry" : "form.cancel")}
      </button>
    </div>
  );
}

/** Notice that the cursor has expired and the list shows its first page. */
export function Restarted({ state }: { state: ListState }) {
  const { t } = usePorts();
  if (!state.restarted) return null;
  return (
    <div className="pt-waiting" role="status">
      {t("list.restarted")}
    </div>
  );
}

/** Load error above the list. Rows of an earlier load stay visible along with their time. */
export function LoadError({ state }: { state: ListState }) {
  const { dialect, t } = usePorts();
  const { failure, asOf } = state;
  if (!failure) return null;
  const offline = failure.kind === "offline";
  return (
    <div className="pt-failed" role="alert" data-offline={offline || undefined}>
      {offline && <CloudOff size={18} strokeWidth={1.5} aria-hidden />}
      <div>
        <p>
          {offline
            ? t(asOf === undefined ? "form.offline" : "list.offline")
            : formatRefusal(failure) || t("list.failed")}
        </p>
        <p className="pt-quiet">
          {asOf !== undefined && t("list.asOf", { time: formatWallClock(asOf, dialect.zone).slice(11) })}
          {asOf !== undefined && failure.traceId && " · "}
          {failure.traceId && `${t("form.trace")} ${failure.traceId}`}
        </p>
      </div>
      <button type="button" className="btn" data-small onClick={state.reload}>
        {t("form.retry")}
      </button>
    </div>
  );
}
