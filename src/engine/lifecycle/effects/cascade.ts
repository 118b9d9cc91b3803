import type { TransitionPlan } from "../../model/entity.ts";
import { defineEffect, type TransitionDraft } from "../../schema/effect.ts";
import type { Json } from "../../schema/json.ts";
import { eventNamesOf } from "../../schema/peek.ts";

type Cascade = NonNullable<TransitionPlan["fires"]>[number];

/** The effect `fires`. */
export const cascade = defineEffect({
  name: "fires",
  schema: {
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      required: ["entity", "id", "event"],
      properties: {
        entity: { $ref: "#/$defs/name" },
        id: { $ref: "#/$defs/cel" },
        event: { $ref: "#/$defs/name" },
        merchant: { $ref: "#/$defs/cel" },
        with: {
          type: "object",
          propertyNames: { $ref: "#/$defs/name" },
          additionalProperties: { $ref: "#/$defs/cel" },
        },
      },
      additionalProperties: false,
    },
  },
  doc: {
    zh: "同一事务中其他记录随之发生的事件 {entity, id, event, with}，对方的转换写 by: record。写了 merchant（商户号）时，是在那个商户名下以 id 为号新建的记录，只有 with 的内容。",
    en: "Events of other records, {entity, id, event, with}, that happen in the same transaction; theirs are `by` record. With `merchant` (a merchant's number) it is a new record of that merchant's own, made under `id` and holding what `with` says, nothing else.",
  },
  read: (word, draft) => ({ fires: word.items().flatMap((one) => readCascade(one, draft) ?? []) }),
  expressions: ({ fires = [] }) =>
    fires.flatMap(({ id, merchant, with: values }) => [id, ...(merchant ? [merchant] : []), ...Object.values(values)]),
  examples: {
    good: [
      {
        value: [{ entity: "sample", id: "self.title", event: "paid", with: { title: "self.title" } }],
        at: { on: "note", from: "open", to: "open", by: "provider" },
      },
    ],
    bad: [
      {
        value: [{ entity: "sampleOrdr", id: "self.title", event: "note" }],
        at: { on: "note", from: "open", to: "open", by: "provider" },
        rule: "unknown-entity",
      },
      {
        value: [{ entity: "sample", id: "self.title", event: "payd" }],
        at: { on: "note", from: "open", to: "open", by: "provider" },
        rule: "unknown-event",
        suggestion: "paid",
      },
    ],
  },
});

/** Returns one event of another record; undefined when its record's number does not compile. */
function readCascade(word: Json, draft: TransitionDraft): Cascade | undefined {
  const { entity: record } = draft;
  const [entity, event] = [word.get("entity")!, word.get("event")!];
  const [name, on] = [String(entity.value), String(event.value)];
  const events = eventNamesOf(record.library, name);
  if (!events) record.unknown(entity.place(), "entity", name, Object.keys(record.library.entities));
  else if (!events.includes(on)) record.unknown(event.place(), "event", on, events);
  const id = draft.expression(word.get("id")!, "string");
  const values = (word.get("with")?.entries() ?? []).flatMap(([field, source]) => {
    const value = draft.expression(source);
    return value ? [[field, value] as const] : [];
  });
  const owner = word.get("merchant");
  const merchant = owner && draft.expression(owner, "string");
  return id && { entity: name, id, event: on, ...(merchant ? { merchant } : {}), with: Object.fromEntries(values) };
}
