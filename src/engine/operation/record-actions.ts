/** Actions of a record that are shown as buttons: the events that the server allows, or its deletion. */
import type { CallPlan, Entity, Lang, Row, StepUp } from "../model/entity.ts";
import { preferPost } from "./request.ts";
import type { AllowedEvent } from "../model/wire.ts";

export interface RecordAction {
  name: string;
  label: string;
  /** Sentence that confirms a success. */
  confirmation: string;
  /** The call, with the `stepUp` that the server requires of this user for this record. */
  call: CallPlan;
  body: Row;
  /** Fields that the user must fill in first. */
  needs: readonly string[];
  /** Fields that the user may fill in as well. */
  takes?: readonly string[] | undefined;
  /**
   * Whether the action deletes the record or has the tone `danger`, or, without a tone, ends the record unsuccessfully.
   * Its button comes last, is red, and asks for confirmation.
   */
  danger: boolean;
  /** Name of the failure with which the server would reject the action. */
  blocked?: string | undefined;
  to?: string | undefined;
  /** Whether the action makes held money available again. */
  releases: boolean;
}

interface ActionSource {
  entity: Entity;
  id: string;
  events: readonly AllowedEvent[];
  lang: Lang;
  /** Returns the success message for an event, given its label, when the schema defines none. */
  confirm(event: string): string;
}

/**
 * Returns an action for each allowed event that a POST call of the entity (other than `queue` and `update`) fires, in
 * the order of `events` with dangerous ones last.
 * @example
 * const actions = listActions({ entity, id: "7", events: [], lang: "en", confirm: (event) => event });
 */
export function listActions({ entity, id, events, lang, confirm }: ActionSource): RecordAction[] {
  const actions = events.flatMap(({ event, to, needs, takes, stepUp, releases, blocked }): RecordAction[] => {
    // Events that a form fires have no button.
    const call = Object.values(entity.calls).find(
      (call) =>
        call.name !== "queue" &&
        call.name !== "update" &&
        call.events.includes(event) &&
        preferPost(call).method === "POST",
    );
    if (!call) return [];
    const state = entity.lifecycle?.states.find((state) => state.name === to);
    const tone = entity.actions.find((action) => action.call === call.name && call.events.length === 1)?.tone;
    return [
      {
        name: event,
        label: findEventLabel(entity, event, lang),
        confirmation: findConfirmation(entity, event, lang) ?? confirm(findEventLabel(entity, event, lang)),
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
  return actions.toSorted((a, b) => Number(a.danger) - Number(b.danger));
}

/** Returns the call with the step-up that it currently requires, if any. */
function replaceStepUp({ stepUp: _declared, ...call }: CallPlan, stepUp: StepUp | undefined): CallPlan {
  return stepUp ? { ...call, stepUp } : call;
}

/** Returns the action that deletes a record, or an empty list without such a call or the grant for it. */
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

/**
 * Returns the call that creates, updates or deletes a record. Undefined when the entity has none or is not stored, or
 * the user lacks the grant.
 */
export function findChange(
  entity: Entity,
  name: "create" | "update" | "remove",
  granted: (grant: string) => boolean,
): CallPlan | undefined {
  const call = entity.calls[name];
  return call && entity.source === "store" && (!call.grant || granted(call.grant)) ? call : undefined;
}

/** Returns the schema's name for the provider, or undefined when the schema defines none. */
export function findProviderLabel(entity: Entity, lang: Lang): string | undefined {
  const text = entity.text("provider", lang);
  return text === "provider" ? undefined : text;
}

/** Returns the confirmation of an event, or undefined when the schema defines none. */
function findConfirmation(entity: Entity, event: string, lang: Lang): string | undefined {
  const text = entity.text(`event.${event}.said`, lang);
  return text === `event.${event}.said` ? undefined : text;
}

/** Returns the label of an event, or its name when the schema defines none. */
export function findEventLabel(entity: Entity, event: string, lang: Lang): string {
  return entity.eventLabel(event, lang) ?? event;
}
