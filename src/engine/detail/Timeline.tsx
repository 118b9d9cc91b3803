/** Timeline of a record, oldest first, followed by the next steps while the record is not final. */
import { formatWallClock, formatZone } from "../base/time-zone.ts";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listNextSteps } from "./next-step.ts";
import { useActorName, useNextStep } from "./use-next-step.tsx";
import { findEventLabel } from "../operation/record-actions.ts";
import type { DetailResponse, TimelineEntry } from "../model/wire.ts";
import { useSectionLevel } from "./section-level.tsx";

interface TimelineProps {
  entity: Entity;
  record: Row;
  entries: readonly TimelineEntry[];
  /** Review that the record waits for; undefined when it waits for none. */
  review?: DetailResponse["review"];
}
export function Timeline({ entity, record, entries, review }: TimelineProps) {
  const { dialect, t, lang } = usePorts();
  const { zone } = dialect;
  const level = useSectionLevel();
  const { lifecycle } = entity;
  const who = useActorName(entity);
  const describe = useNextStep({ entity, record, review });
  if (entries.length === 0 || !lifecycle) return null;
  const tone = (name: string) => lifecycle.states.find((state) => state.name === name)?.tone ?? "neutral";
  const name = (event: string) => findEventLabel(entity, event, lang);
  return (
    <section className="pd-card">
      <h3 aria-level={level}>
        {t("detail.timeline")} <span className="pd-quiet">{formatZone(zone)}</span>
      </h3>
      <ol className="pd-timeline">
        {entries.map((entry) => (
          <li key={`${entry.at}-${entry.event}-${entry.to}`} data-tone={tone(entry.to)}>
            <p>
              <strong>{name(entry.event)}</strong>
              <span className="pd-quiet">
                {" "}
                {entry.name ?? entry.username ?? (entry.by === "record" && entry.from === null ? "" : who(entry.by))}
              </span>
            </p>
            {entry.reason && <p className="pd-reason">{entry.reason}</p>}
            <time className="pd-quiet" dateTime={entry.at}>
              {formatWallClock(Date.parse(entry.at), zone)}
            </time>
          </li>
        ))}
        {listNextSteps(entity, record, entries.at(-1)?.at).map((step) => (
          <li key={step.by} data-next>
            <p className="pd-quiet">{describe(step)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
