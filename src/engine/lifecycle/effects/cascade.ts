import type { EntityDraft } from "../../schema/draft.ts";
import type { TransitionPlan } from "../../model/entity.ts";
import type { Json } from "../../schema/json.ts";
import { eventNamesOf } from "../../schema/peek.ts";
import type { RuleType } from "../../rules/types.ts";

/** Reads one of `fires`: an event of another record; what it brings has the types that expressions give it. `roots`: what expressions may name besides the record. */
export function readFire(
  word: Json,
  draft: EntityDraft,
  roots: Record<string, RuleType>,
): NonNullable<TransitionPlan["fires"]>[number] | undefined {
  const [entity, event] = [word.get("entity")!, word.get("event")!];
  const events = eventNamesOf(draft.library, entity.value as string);
  if (!events) draft.unknown(entity.place(), "entity", entity.value as string, Object.keys(draft.library.entities));
  else if (!events.includes(event.value as string))
    draft.unknown(event.place(), "event", event.value as string, events);
  const id = draft.expression(word.get("id")!, "string", roots);
  const values = (word.get("with")?.entries() ?? []).flatMap(([name, source]) => {
    const value = draft.expression(source, undefined, roots);
    return value ? [[name, value] as const] : [];
  });
  const merchant = word.get("merchant") && draft.expression(word.get("merchant")!, "string", roots);
  return (
    id && {
      entity: entity.value as string,
      id,
      event: event.value as string,
      ...(merchant ? { merchant } : {}),
      with: Object.fromEntries(values),
    }
  );
}
