import type { TransitionPlan } from "../../model/entity.ts";
import type { Settings } from "../../model/settings.ts";
import { defineEffect, type Effect, type TransitionDraft } from "../../schema/effect.ts";
import type { Json } from "../../schema/json.ts";
import { readEventNames } from "../../schema/read-header.ts";

type Cascade = NonNullable<TransitionPlan["fires"]>[number];

/**
 * Creates the effect `fires`, which fires events of other records in the same transaction. The dialect names the member
 * for the tenant.
 */
export const createCascade = ({ tenant }: Pick<Settings, "tenant">): Effect =>
  defineEffect({
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
          ...(tenant && { [tenant.word]: { $ref: "#/$defs/cel" } }),
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
      zh: `同一事务中其他记录随之发生的事件 {entity, id, event, with}，对方的转换写 by: record。${tenant ? `写了 ${tenant.word}（编号）时，是在其名下以 id 为号新建的记录，只有 with 的内容。` : ""}`,
      en: `Events of other records, {entity, id, event, with}, that happen in the same transaction; theirs are \`by\` record.${tenant ? ` With \`${tenant.word}\` (a number) it creates a record of that ${tenant.word} under \`id\`, which holds what \`with\` says, nothing else.` : ""}`,
    },
    read: (keyword, draft) => ({
      fires: keyword.items().flatMap((item) => readCascade(item, draft, tenant?.word) ?? []),
    }),
    expressions: ({ fires = [] }) =>
      fires.flatMap(({ id, tenant: owner, with: values }) => [id, ...(owner ? [owner] : []), ...Object.values(values)]),
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

/** Returns an event for another record, or undefined when the expression for that record's number does not compile. */
function readCascade(keyword: Json, draft: TransitionDraft, tenantWord: string | undefined): Cascade | undefined {
  const { entity: record } = draft;
  const [entity, event] = [keyword.member("entity"), keyword.member("event")];
  const [name, on] = [String(entity.value), String(event.value)];
  const events = readEventNames(record.library, name);
  if (!events) record.reportUnknown(entity.location(), "entity", name, Object.keys(record.library.entities));
  else if (!events.includes(on)) record.reportUnknown(event.location(), "event", on, events);
  const id = draft.expression(keyword.member("id"), "string");
  const values = (keyword.get("with")?.entries() ?? []).flatMap(([field, source]) => {
    const value = draft.expression(source);
    return value ? [[field, value] as const] : [];
  });
  const owner = tenantWord === undefined ? undefined : keyword.get(tenantWord);
  const tenant = owner && draft.expression(owner, "string");
  return id && { entity: name, id, event: on, ...(tenant && { tenant }), with: Object.fromEntries(values) };
}
