/** Builds an entity from the fields of an event, so that the form engine can render and check them. */
import type { CheckError, Entity, Field, Lang, Row } from "../model/entity.ts";
import { formatMessage } from "../entity/messages.ts";
import { longText } from "../kinds/long-text/long-text.ts";
import { createLabels } from "../entity/labels.ts";

/** Maximum length in characters of an input that is not a field of the entity. Source: the server's limit. */
const LONGEST = 200;

const createFreeField = (name: string): Field => ({
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
 * Returns an entity with only these fields, editable regardless of the record's form. Fields in `demanded` are
 * required, those in `takes` optional. `label` provides labels for names that are not fields of the entity.
 */
export function buildEventFields(
  entity: Entity,
  demanded: readonly string[],
  label: string,
  takes: readonly string[] = [],
): Entity {
  const names = [...demanded, ...takes];
  const own = new Map(entity.fields.map((field) => [field.name, field]));
  const fields = names.map((name): Field => {
    const { compute: _compute, mask: _mask, ...field } = own.get(name) ?? createFreeField(name);
    return { ...field, required: demanded.includes(name), readOnly: false, once: false };
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  const small: Entity = {
    ...entity,
    fields,
    rules: [],
    show: [],
    require: [],
    gates: [],
    form: { sections: [{ id: "needs", rows: names.map((name) => [name]) }], review: false, draft: false },
    field: (name) => byName.get(name) ?? entity.field(name),
    ...createLabels((key, lang, params) =>
      names.some((name) => key === `field.${name}.label` && !own.has(name)) ? label : entity.text(key, lang, params),
    ),
    check(record, options) {
      const requested = names.filter((name) => !options.only || options.only.includes(name));
      const empty = requested.filter((name) => isEmpty(record[name]));
      const known = requested.filter((name) => !empty.includes(name) && own.has(name));
      const verdict = entity.check(pick(record, names), { ...options, only: known });
      const errors = verdict.errors.filter((error) => known.includes(error.at.split("/")[1] ?? ""));
      for (const name of empty)
        if (demanded.includes(name))
          errors.push(createError(small, name, { code: "required", params: {} }, options.lang));
      for (const name of requested) {
        if (!own.has(name) && [...String(record[name] ?? "")].length > LONGEST)
          errors.push(createError(small, name, { code: "maxLength", params: { limit: LONGEST } }, options.lang));
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
const createError = (
  entity: Entity,
  name: string,
  { code, params }: { code: string; params: Record<string, number> },
  lang: Lang,
): CheckError => ({
  at: `/${name}`,
  code,
  params,
  message: formatMessage(entity, { field: entity.field(name), code, params }, lang),
});
