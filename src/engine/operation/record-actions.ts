/** Actions of a record, shown as buttons: the events that the server allows, or its removal. */
import type { CallPlan, Entity, Lang, Row, StepUp } from "../model/entity.ts";
import { preferPost } from "./request.ts";
import type { AllowedEvent } from "../model/wire.ts";

export interface RecordAction {
  name: string;
  label: string;
  /** Sentence that confirms the success. */
  confirmation: string;
  /** The call; `stepUp` is what the server requires of this user for this record. */
  call: CallPlan;
  body: Row;
  /** Fields that the user must fill in first. */
  needs: readonly string[];
  /** Fields that the user may fill in as well. */
  takes?: readonly string[] | undefined;
  /** Ends the record without its purpose: the button is last, red, and asks first. */
  danger: boolean;
  /** Name of the failure with which the server would refuse it. */
  blocked?: string | undefined;
  /** Target state. */
  to?: string | undefined;
  /** Held money becomes available again. */
  releases: boolean;
}

interface ActionSource {
  entity: Entity;
  id: string;
  events: readonly AllowedEvent[];
  lang: Lang;
  /** Returns the confirmation of an event for which the schema has none. */
  confirm(event: string): string;
}

/**
 * Returns one action per allowed event that a call of the entity carries, in the lifecycle's order, dangerous ones last.
 * @example
 * const actions = listActions({ entity, id: "7", events: [], lang: "en", confirm: (event) => event });
 */
export function listActions({ entity, id, events, lang, confirm }: ActionSource): RecordAction[] {
  const offers = events.flatMap(({ event, to, needs, takes, stepUp, releases, blocked }): RecordAction[] => {
    // Events that a form fires have no button.
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
        label: findEventWord(entity, event, lang),
        confirmation: findSaidWord(entity, event, lang) ?? confirm(findEventWord(entity, event, lang)),
        call: replaceStepUp(call, stepUp),
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

/** Returns the call with the step-up that it needs now; without one where it needs none. */
function replaceStepUp({ stepUp: _declared, ...call }: CallPlan, stepUp: StepUp | undefined): CallPlan {
  return stepUp ? { ...call, stepUp } : call;
}

/** Returns the removal of a record; empty without such a call or without its grant. */
export function removeAction(
  entity: Entity,
  id: string,
  granted: (grant: string) => boolean,
  { label, confirmation }: Pick<RecordAction, "label" | "confirmation">,
): RecordAction[] {
  const call = findChange(entity, "remove", granted);
  return call
    ? [{ name: call.name, label, confirmation, call, body: { id }, needs: [], danger: true, releases: false }]
    : [];
}

/** Returns the call that updates or removes a stored record; undefined when the user has no grant for it. */
export function findChange(
  entity: Entity,
  name: "create" | "update" | "remove",
  granted: (grant: string) => boolean,
): CallPlan | undefined {
  const call = entity.calls[name];
  return call && entity.source === "store" && (!call.grant || granted(call.grant)) ? call : undefined;
}

/** Returns the name of the provider; undefined when the schema names none. */
export function findProviderWord(entity: Entity, lang: Lang): string | undefined {
  const text = entity.text("provider", lang);
  return text === "provider" ? undefined : text;
}

/** Returns the confirmation of an event; undefined when the schema has none. */
function findSaidWord(entity: Entity, event: string, lang: Lang): string | undefined {
  const text = entity.text(`event.${event}.said`, lang);
  return text === `event.${event}.said` ? undefined : text;
}

/** Returns the label of an event; its name when the schema has none. */
export function findEventWord(entity: Entity, event: string, lang: Lang): string {
  return entity.eventLabel(event, lang) ?? event;
}
