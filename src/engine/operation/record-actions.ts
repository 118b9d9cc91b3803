/** What a person may do with a record, as buttons: the events that the server allows, or the removal of a record that has none. */
import type { CallPlan, Entity, Lang, Row } from "../model/entity.ts";
import { preferPost } from "./request.ts";
import type { AllowedEvent } from "../model/wire.ts";

export interface RecordAction {
  name: string;
  label: string;
  /** Sentence that confirms the success. */
  confirmation: string;
  /** How it goes out; its `stepUp` is the server's word for this person and this record. */
  call: CallPlan;
  body: Row;
  /** Fields that the person fills in first. */
  needs: readonly string[];
  /** Fields that the person may fill in as well. */
  takes?: readonly string[];
  /** It ends the record without its purpose: last in the row, in danger's colour, and asked about first. */
  danger: boolean;
  /** Name of the failure that the server would answer. */
  blocked?: string;
  /** The state that it leads to. */
  to?: string;
  /** What was held for the record becomes available again. */
  releases: boolean;
}

/** One offer an event that some call of the entity carries, in the lifecycle's order, dangerous ones last. `done` says that an event happened of which the schema says no more. */
export function availableActions(
  entity: Entity,
  id: string,
  events: readonly AllowedEvent[],
  lang: Lang,
  done: (event: string) => string,
): RecordAction[] {
  const offers = events.flatMap(({ event, to, needs, takes, stepUp, releases, blocked }): RecordAction[] => {
    // What a whole form stands for is no button.
    const call = Object.values(entity.calls).find(
      (one) =>
        one.name !== "queue" &&
        one.name !== "update" &&
        one.events.includes(event) &&
        preferPost(one).method === "POST",
    );
    if (!call) return [];
    const state = entity.lifecycle?.states.find((one) => one.name === to);
    const tone = entity.actions.find((one) => one.call === call.name && call.events.length === 1)?.tone;
    return [
      {
        name: event,
        label: eventWord(entity, event, lang),
        confirmation: saidWord(entity, event, lang) ?? done(eventWord(entity, event, lang)),
        call: { ...call, stepUp },
        body: { id, event },
        needs,
        takes,
        danger: tone ? tone === "danger" : state !== undefined && state.final && state.tone !== "success",
        blocked,
        to,
        releases: releases === true,
      },
    ];
  });
  return offers.toSorted((a, b) => Number(a.danger) - Number(b.danger));
}

/** The removal of a record; nothing where there is no such call, or no grant for it. */
export function removeAction(
  entity: Entity,
  id: string,
  granted: (grant: string) => boolean,
  { label, confirmation }: Pick<RecordAction, "label" | "confirmation">,
): RecordAction[] {
  const call = changing(entity, "remove", granted);
  return call
    ? [{ name: call.name, label, confirmation, call, body: { id }, needs: [], danger: true, releases: false }]
    : [];
}

/** The plain call that changes a stored record, where this person may use it. */
export function changing(
  entity: Entity,
  name: "update" | "remove",
  granted: (grant: string) => boolean,
): CallPlan | undefined {
  const call = entity.calls[name];
  return call && entity.source === "store" && (!call.grant || granted(call.grant)) ? call : undefined;
}

/** Who answers for a machine behind the product, where the schema names it. */
export function providerWord(entity: Entity, lang: Lang): string | undefined {
  const text = entity.text("provider", lang);
  return text === "provider" ? undefined : text;
}

/** What is said once an event has happened, where the schema says it. */
function saidWord(entity: Entity, event: string, lang: Lang): string | undefined {
  const text = entity.text(`event.${event}.said`, lang);
  return text === `event.${event}.said` ? undefined : text;
}

/** The word of an event; its own name where the schema has none. */
export function eventWord(entity: Entity, event: string, lang: Lang): string {
  const text = entity.text(`event.${event}`, lang);
  return text === `event.${event}` ? event : text;
}
