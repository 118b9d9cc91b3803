/** Timeline of a record, oldest first, followed by the next steps while the record is not final. */
import { formatWallClock, formatZone } from "../base/time-zone.ts";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { findRole } from "../entity/transitions.ts";
import { fillSentence } from "../entity/sentence.ts";
import type { Ports } from "../model/ports.ts";
import { listNextSteps, type NextStep } from "./next-step.ts";
import { findEventWord, findProviderWord } from "../operation/record-actions.ts";
import type { RecordAnswer, TimelineEntry } from "../model/wire.ts";
import { useSectionLevel } from "./section-level.tsx";

interface TimelineProps {
  entity: Entity;
  record: Row;
  entries: readonly TimelineEntry[];
  /** Review that the record waits for; undefined when it waits for none. */
  review?: RecordAnswer["review"];
}
/** Returns the text that names the users who may approve the record; undefined when there are none. */
function describeReview({ names, isYours }: NonNullable<RecordAnswer["review"]>, t: Ports["t"]): string | undefined {
  const who = [...(isYours ? [t("detail.you")] : []), ...names];
  return who.length === 0 ? undefined : t("detail.waits.review", { who: who.join(t("detail.or")) });
}

export function Timeline({ entity, record, entries, review }: TimelineProps) {
  const { dialect, t, lang } = usePorts();
  const { zone } = dialect;
  const level = useSectionLevel();
  const { lifecycle } = entity;
  const who = (by: TimelineEntry["by"]) =>
    (findRole(dialect, by) === "system" && findProviderWord(entity, lang)) || t(`detail.by.${by}`);
  const describe = useNextStep({ entity, record, review, who });
  if (entries.length === 0 || !lifecycle) return null;
  const tone = (name: string) => lifecycle.states.find((state) => state.name === name)?.tone ?? "neutral";
  const name = (event: string) => findEventWord(entity, event, lang);
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

interface NextStepProps extends Pick<TimelineProps, "entity" | "record" | "review"> {
  /** Returns the name of an actor. */
  who(by: TimelineEntry["by"]): string;
}
/** Returns the function that describes what happens next: in the words of the schema, or else in general ones. */
function useNextStep({ entity, record, review, who }: NextStepProps): (step: NextStep) => string {
  const { dialect, t, lang } = usePorts();
  const name = (event: string) => findEventWord(entity, event, lang);
  const describeAhead = (event: string, until?: string) =>
    fillSentence(entity, `ahead.${event}`, {
      row: record,
      lang,
      more: until === undefined ? {} : { until },
      whole: true,
    });
  return (step) => {
    switch (step.by) {
      case "clock": {
        const time = formatWallClock(step.at, dialect.zone).slice(0, 16);
        const state = entity.stateLabel(step.to, lang);
        return describeAhead(step.event, time) ?? t("detail.waits.clock", { time, event: name(step.event), state });
      }
      case "system": {
        const [ahead] = step.events.flatMap((event) => describeAhead(event) ?? []);
        return ahead ?? t("detail.waits.system", { who: who(step.actor) });
      }
      case "user":
        return (
          (review && describeReview(review, t)) ??
          t("detail.waits.user", { events: step.events.map(name).join(t("filter.join")) })
        );
    }
  };
}
