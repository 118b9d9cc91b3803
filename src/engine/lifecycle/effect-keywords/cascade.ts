import { buildList, buildMap, buildObject, refs } from "../../schema/meta-parts.ts";
import type { TransitionPlan } from "../../model/entity.ts";
import type { Settings } from "../../model/settings.ts";
import { defineEffect, type Effect, type TransitionDraft } from "../../schema/effect.ts";
import type { Json } from "../../schema/json.ts";
import { readEventNames } from "../../schema/read-header.ts";

type Cascade = NonNullable<TransitionPlan["fires"]>[number];
type Search = NonNullable<TransitionPlan["firesWhere"]>[number];

const NOTE = { on: "note", from: "open", to: "open", by: "provider", when: "has(self.title)" };

const examples: Effect["examples"] = {
  good: [
    {
      value: [{ entity: "sample", id: "self.title", event: "paid", with: { title: "self.title" } }],
      at: NOTE,
    },
    {
      value: [{ entity: "sample", event: "paid", where: { title: "self.title" } }],
      at: NOTE,
    },
  ],
  bad: [
    {
      value: [{ entity: "sample", event: "paid", where: { titel: "self.title" } }],
      at: NOTE,
      rule: "unknown-field",
      suggestion: "title",
    },
    {
      value: [{ entity: "sample", event: "paid" }],
      at: NOTE,
      rule: "missing-word",
    },
    {
      value: [{ entity: "sampleOrdr", id: "self.title", event: "note" }],
      at: NOTE,
      rule: "unknown-entity",
    },
    {
      value: [{ entity: "sample", id: "self.title", event: "payd" }],
      at: NOTE,
      rule: "unknown-event",
      suggestion: "paid",
    },
    {
      value: [{ entity: "sample", id: "self.title", event: "paid" }],
      at: { ...NOTE, when: "self.amount > self.fee" },
      rule: "may-be-absent",
    },
    {
      value: [{ entity: "sample", event: "paid", where: { title: "self.city" } }],
      at: NOTE,
      rule: "may-be-absent",
    },
  ],
};

/**
 * Creates the effect `fires`, which fires events of other records in the same transaction. The dialect names the member
 * for the tenant.
 */
export const createCascade = ({ tenant }: Pick<Settings, "tenant">): Effect =>
  defineEffect({
    name: "fires",
    schema: buildList(
      buildObject(
        {
          entity: refs.name,
          id: refs.cel,
          event: refs.name,
          where: buildMap(refs.cel, { minProperties: 1, propertyNames: refs.name }),
          ...(tenant && { [tenant.word]: refs.cel }),
          with: {
            type: "object",
            propertyNames: { $ref: "#/$defs/name" },
            additionalProperties: { $ref: "#/$defs/cel" },
          },
        },
        ["entity", "event"],
        {
          oneOf: [{ required: ["id"] }, { required: ["where"] }],
          dependentSchemas: { where: { not: { required: ["with"] } } },
        },
      ),
    ),
    doc: {
      zh: `同一事务中其他记录随之发生的事件 {entity, id, event, with}，对方的转换写 by: record。${tenant ? `写了 ${tenant.word}（编号）时，是在其名下以 id 为号新建的记录，只有 with 的内容。` : ""}写 where（对方字段到 CEL）而不写 id 时，是之后由后台在每条符合、且允许该事件的记录上触发，各自一个事务，可重复执行。`,
      en: `Events of other records, {entity, id, event, with}, that this event fires in the same transaction; their transitions have \`by\` record.${tenant ? ` With \`${tenant.word}\` (a number) it creates a record of that ${tenant.word} under \`id\`, with only the values of \`with\`.` : ""} With \`where\` (their field to CEL) instead of \`id\` a background job fires the event later on every record that has these values and allows it, each in a transaction of its own; running the job again changes nothing.`,
    },
    read: (keyword, draft) => {
      const fires = keyword.items().flatMap((item) => readCascade(item, draft, tenant?.word) ?? []);
      const firesWhere = keyword.items().flatMap((item) => readSearch(item, draft) ?? []);
      return { ...(fires.length > 0 && { fires }), ...(firesWhere.length > 0 && { firesWhere }) };
    },
    expressions: ({ fires = [], firesWhere = [] }) => [
      ...fires.flatMap(({ id, tenant: owner, with: values }) => [
        id,
        ...(owner ? [owner] : []),
        ...Object.values(values),
      ]),
      ...firesWhere.flatMap(({ where }) => Object.values(where)),
    ],
    compare: [
      { member: "fires", words: { zh: "牵动的记录", en: "moves other records" } },
      { member: "firesWhere", words: { zh: "牵动的记录", en: "moves other records" } },
    ],
    examples,
  });

/** Reads which event of which entity is fired, and reports unknown names. */
function readTarget(keyword: Json, { entity: record }: TransitionDraft): { entity: string; event: string } {
  const [entity, event] = [keyword.member("entity"), keyword.member("event")];
  const [name, on] = [String(entity.value), String(event.value)];
  const events = readEventNames(record.library, name);
  if (!events) record.reportUnknown(entity.location(), "entity", name, Object.keys(record.library.entities));
  else if (!events.includes(on)) record.reportUnknown(event.location(), "event", on, events);
  return { entity: name, event: on };
}

/** Returns an event for every record with certain values, or undefined for an item that names a single record. */
function readSearch(keyword: Json, draft: TransitionDraft): Search | undefined {
  const where = keyword.get("where");
  if (!where) return undefined;
  const target = readTarget(keyword, draft);
  const fields = draft.entity.readEntityFields(keyword.member("entity")) ?? [];
  const values = where.entries().flatMap(([field, source]) => {
    if (!fields.includes(field)) draft.entity.reportUnknown(source.location("key"), "field", field, fields);
    const value = draft.certainExpression(source, "string");
    return value ? [[field, value] as const] : [];
  });
  return { ...target, where: Object.fromEntries(values) };
}

/** Returns an event for another record, or undefined when the expression for that record's number does not compile. */
function readCascade(keyword: Json, draft: TransitionDraft, tenantWord: string | undefined): Cascade | undefined {
  const number = keyword.get("id");
  if (!number) return undefined;
  const target = readTarget(keyword, draft);
  const id = draft.certainExpression(number, "string");
  const values = (keyword.get("with")?.entries() ?? []).flatMap(([field, source]) => {
    const value = draft.expression(source);
    return value ? [[field, value] as const] : [];
  });
  const owner = tenantWord === undefined ? undefined : keyword.get(tenantWord);
  const tenant = owner && draft.certainExpression(owner, "string");
  return id && { ...target, id, ...(tenant && { tenant }), with: Object.fromEntries(values) };
}
