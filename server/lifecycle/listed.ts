import type { CheckError, Entity, Field, Lang, Row } from "../../src/engine/index.ts";
import type { Schemas } from "../schemas/read.ts";

/** The engine's words where a field has none of its own for a value outside its list. */
const WORDS = { zh: "请从列表中选择{label}", en: "Choose {label} from the list" } as const;

/**
 * Values that their reference list does not have, under the parents that the record names (a branch of that bank in that city). The list
 * is the server's, so only it can tell. Fields that the server fills are left alone: they are copies of what was once checked.
 */
export function unlisted(schemas: Schemas, entity: Entity, record: Row, lang: Lang): CheckError[] {
  const known: Row = { ...record };
  return entity.fields.flatMap((field) => {
    const value = record[field.name];
    if (field.readOnly || typeof value !== "string" || value === "" || stands(schemas, field, value, known)) return [];
    // What depends on a value that is none is not blamed for it.
    delete known[field.name];
    const label = entity.text(`field.${field.name}.label`, lang);
    const message = field.messages.includes("options") ? entity.text(`field.${field.name}.message.options`, lang, { label }) : WORDS[lang].replace("{label}", label);
    return [{ at: field.at, code: "options", params: {}, message }];
  });
}

function stands(schemas: Schemas, { options }: Field, value: string, record: Row): boolean {
  if (!options || !("list" in options)) return true;
  const list = schemas.entities.get(options.list);
  const rows = schemas.data.get(options.list);
  if (!list || !rows) return true;
  const parents = Object.entries(options.params).filter(([, own]) => record[own] !== undefined);
  return rows.some((row) => row[list.key] === value && parents.every(([theirs, own]) => row[theirs] === record[own]));
}
