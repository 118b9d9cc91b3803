/** Words for the next steps of a record. */
import { formatWallClock } from "../base/time-zone.ts";
import { formatLocalDay } from "../entity/local-day.ts";
import { fillSentence } from "../entity/sentence.ts";
import { findRole } from "../entity/transitions.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { DetailResponse, TimelineEntry } from "../model/wire.ts";
import { findEventLabel, findProviderLabel } from "../operation/record-actions.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { NextStep } from "./next-step.ts";

/** Returns the function that names an actor: a provider as the schema does, any other in general words. */
export function useActorName(entity: Entity): (by: TimelineEntry["by"]) => string {
  const { dialect, t, lang } = usePorts();
  return (by) => (findRole(dialect, by) === "system" && findProviderLabel(entity, lang)) || t(`detail.by.${by}`);
}

/** Returns the text that names the users who may approve the record. */
function describeReview({ names, isYours }: NonNullable<DetailResponse["review"]>, t: Ports["t"]): string {
  const who = [...(isYours ? [t("detail.you")] : []), ...names];
  return who.length === 0 ? t("detail.waits.nobody") : t("detail.waits.review", { who: who.join(t("detail.or")) });
}

interface NextStepProps {
  entity: Entity;
  record: Row;
  review?: DetailResponse["review"];
}
/** Returns the function that describes what happens next: in the words of the schema, or else in general ones. */
export function useNextStep({ entity, record, review }: NextStepProps): (step: NextStep) => string {
  const { dialect, t, lang } = usePorts();
  const who = useActorName(entity);
  const name = (event: string) => findEventLabel(entity, event, lang);
  const formatTime = (at: number) => formatWallClock(at, dialect.zone).slice(0, 16);
  const describeAhead = (event: string, until?: string) =>
    fillSentence(entity, `ahead.${event}`, {
      row: record,
      lang,
      more: until === undefined ? {} : { until },
      whole: true,
    });
  const describeState = (until?: number) =>
    fillSentence(entity, `says.${String(record[entity.lifecycle?.field ?? ""])}`, {
      row: record,
      lang,
      more: until === undefined ? {} : { until: formatLocalDay(until, dialect.zone, lang) },
      whole: true,
    });
  return (step) => {
    switch (step.by) {
      case "clock": {
        const time = formatTime(step.at);
        const state = entity.stateLabel(step.to, lang);
        return describeAhead(step.event, time) ?? t("detail.waits.clock", { time, event: name(step.event), state });
      }
      case "system": {
        const [ahead] = step.events.flatMap((event) => {
          const at = step.until?.get(event);
          return describeAhead(event, at === undefined ? undefined : formatTime(at)) ?? [];
        });
        return ahead ?? t("detail.waits.system", { who: who(step.actor) });
      }
      case "user":
        return review ? describeReview(review, t) : (describeState(step.until) ?? t("detail.waits.user"));
    }
  };
}
