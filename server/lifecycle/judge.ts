/**
 * Judges records: each value in the record, in its rows and in rows of rows, by the schema, the rules, the reference
 * lists and the referenced records. Every way in (form, API, import, event) uses it.
 */
import {
  computeRecord,
  formatMessage,
  getTextName,
  listNamedValues,
  type CheckError,
  type Entity,
  type Lang,
  type NamedValue,
  type Row,
  type Scope,
} from "@portolan/engine";
import { createFieldError } from "../core/field-error.ts";
import type { Schemas } from "@portolan/engine/folder";
import { listReferenceErrors, type CopiedRecord } from "./references.ts";

/** A judged record: its normalised values, its computed figures, and all errors except those of files. */
interface Judgement {
  value: Row;
  figures: Row;
  errors: CheckError[];
}

/** Judges a whole record with the facts that its rules read. */
export function judgeRecord(
  schemas: ReferenceLists,
  entity: Entity,
  { record, wrong }: CopiedRecord,
  { lang, facts }: { lang: Lang; facts: Scope },
): Judgement {
  const options = { lang, contexts: facts, side: "server" as const };
  const draft = entity.check(record, options).value;
  const figures = computeRecord(entity, draft, facts);
  const { value, errors: found } = entity.check({ ...draft, ...figures }, options);
  const errors = listReferenceErrors(entity, wrong, lang);
  addFirst(errors, found, new Set(errors.map(({ at }) => at)));
  addFirst(errors, findUnknownOptions(schemas, entity, value, lang));
  return { value, figures, errors };
}

/** Adds the errors at values that have none yet. */
export function addFirst(
  errors: CheckError[],
  others: readonly CheckError[],
  taken: ReadonlySet<string> = new Set(errors.map(({ at }) => at)),
): void {
  errors.push(...others.filter(({ at }) => !taken.has(at)));
}

type ReferenceLists = Pick<Schemas, "entities" | "data">;

/**
 * Returns an error for each value that is not in its reference list under the parent values around it (a branch of that
 * bank in that city), and for each field that contradicts the selected list row (`fills`: the branch's number). Skips
 * read-only fields, which are copies of validated values.
 */
export function findUnknownOptions(schemas: ReferenceLists, entity: Entity, record: Row, lang: Lang): CheckError[] {
  const errors: CheckError[] = [];
  for (const named of listNamedValues(entity.fields, record)) {
    const { field, at, around } = named;
    const rows = findRows(schemas, named);
    if (!rows) continue;
    if (rows.length > 0) errors.push(...findContradictions(entity, named, rows, lang));
    else {
      // Forget an unknown value, so that the fields that depend on it are not reported because of it.
      delete around[field.name];
      errors.push({
        at,
        code: "options",
        params: {},
        message: formatMessage(entity, { field, code: "options" }, lang),
      });
    }
  }
  return errors;
}

/** Returns the list rows with this value; undefined for a field without a reference list. */
function findRows(
  { entities, data }: ReferenceLists,
  { field, value, around, readOnly }: NamedValue,
): Row[] | undefined {
  const { options } = field;
  if (readOnly || field.readOnly || typeof value !== "string" || !options || !("list" in options)) return undefined;
  const list = entities.get(options.list);
  const rows = data.get(options.list);
  if (!list || !rows) return undefined;
  const parents = Object.entries(options.params).filter(([, own]) => around[own] !== undefined);
  return rows.filter((row) => row[list.key] === value && parents.every(([theirs, own]) => row[theirs] === around[own]));
}

/**
 * Returns an error for each field that the selection fills and that differs from the list rows, with the value from the
 * list.
 */
function findContradictions(
  entity: Entity,
  { field: { options }, value: selected, around, fields, pointTo }: NamedValue,
  rows: readonly Row[],
  lang: Lang,
): CheckError[] {
  const fills = options && "list" in options ? Object.entries(options.fills) : [];
  return fills.flatMap(([own, their]) => {
    const [field, value] = [fields.find(({ name }) => name === own), around[own]];
    if (!field || value === undefined || value === "" || rows.some((item) => item[their] === value)) return [];
    const right = rows.map((item) => String(item[their] ?? "")).join(", ");
    const params = { label: entity.label(getTextName(field), lang), of: String(selected), right };
    return [createFieldError(pointTo(field), "contradicts", lang, { params })];
  });
}
