/** What an event needs, as a small entity of its own: the form engine's fields, counters and messages then serve it too. */
import type { CheckError, Entity, Field, Row } from "../model/entity.ts";
import { messageFor } from "../entity/messages.ts";
import { longText } from "../kinds/long-text/long-text.ts";

/** Longest text where the entity has no field of its own for it, in characters. Source: the server's limit. */
const LONGEST = 200;

const free = (name: string): Field => ({
  name,
  at: `/${name}`,
  kind: longText,
  schema: { type: "string", maxLength: LONGEST },
  required: true,
  readOnly: false,
  writeOnly: false,
  sensitive: false,
  once: false,
  local: false,
  messages: [],
});

/**
 * An entity of only these fields, open to a person whatever the record's own form says: those of `demanded` must be filled, those of `takes` may be.
 * `label` names what the entity has no field for.
 */
export function needsOf(
  entity: Entity,
  demanded: readonly string[],
  label: string,
  takes: readonly string[] = [],
): Entity {
  const names = [...demanded, ...takes];
  const own = new Map(entity.fields.map((field) => [field.name, field]));
  const fields = names.map((name): Field => ({
    ...(own.get(name) ?? free(name)),
    required: demanded.includes(name),
    readOnly: false,
    once: false,
    compute: undefined,
    mask: undefined,
  }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const small: Entity = {
    ...entity,
    fields,
    rules: [],
    show: [],
    require: [],
    gates: [],
    form: { sections: [{ id: "needs", rows: names.map((name) => [name]) }], review: false, draft: false },
    field: (name) => byName.get(name)!,
    text: (key, lang, params) =>
      names.some((name) => key === `field.${name}.label` && !own.has(name)) ? label : entity.text(key, lang, params),
    shown: () => true,
    demanded: (name) => demanded.includes(name),
    compute: () => ({}),
    check(record, options) {
      const asked = names.filter((name) => !options.only || options.only.includes(name));
      const empty = asked.filter((name) => isEmpty(record[name]));
      const known = asked.filter((name) => !empty.includes(name) && own.has(name));
      const verdict = entity.check(pick(record, names), { ...options, only: known });
      const errors = verdict.errors.filter((error) => known.includes(error.at.split("/")[1] ?? ""));
      for (const name of empty)
        if (demanded.includes(name)) errors.push(error(small, name, "required", {}, options.lang));
      for (const name of asked) {
        if (!own.has(name) && [...String(record[name] ?? "")].length > LONGEST)
          errors.push(error(small, name, "maxLength", { limit: LONGEST }, options.lang));
      }
      return { value: { ...record, ...pick(verdict.value, known) }, errors, warnings: [] };
    },
  };
  return small;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");
const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
const error = (
  entity: Entity,
  name: string,
  code: string,
  params: Record<string, number>,
  lang: "zh" | "en",
): CheckError => ({
  at: `/${name}`,
  code,
  params,
  message: messageFor(entity, { field: entity.field(name), code, params }, lang),
});
