/** Plans the migration of an entity's table, including questions about its stored rows. */
import { toColumnName, toColumnValue, listProjected, type ColumnType, type Entity, type Row } from "@portolan/engine";
import { isFilled, listMoves, renameFields, type Move } from "./moves.ts";
import type { FieldShape, IndexShape, Shape } from "./shape.ts";

export interface Plan {
  entity: Entity;
  /** Whether the table does not exist yet. */
  fresh: boolean;
  shape: Shape;
  addColumns: [string, ColumnType][];
  /** Columns whose type or default value changes. They are filled again from the records. */
  replaceColumns: [string, ColumnType][];
  addIndexes: [string, IndexShape][];
  dropIndexes: string[];
  seal: string[];
  /** Moves of stored values to fields with another name. */
  moves: Move[];
  /** Columns with plain values of the fields in `seal`, and those of former names. */
  dropColumns: string[];
  /** Questions about the stored rows, answered before any change. */
  questions: Question[];
  /** Differences that need no migration, as log lines. */
  notes: string[];
}

/** A question that one scan of the stored rows answers. */
export interface Question {
  field: string;
  kind: "removed" | "retyped" | "stranded" | "required" | "limits" | "unique" | "unsealed";
  concerns(row: Row, tenant: string): boolean;
  /** Whether a row that the question applies to prevents the change. */
  stops: boolean;
  /** Returns the message for `count` rows. */
  describe(count: number): string;
}

const formatRows = (count: number) => (count === 1 ? "1 stored record" : `${count} stored records`);

/** Compares the applied shape with that of the schema and returns the migration plan. */
export function planMigration(entity: Entity, shape: Shape, applied: Shape | undefined): Plan {
  const plan: Plan = {
    entity,
    fresh: !applied,
    shape,
    addColumns: [],
    replaceColumns: [],
    addIndexes: [],
    dropIndexes: [],
    seal: [],
    moves: listMoves(entity, applied),
    dropColumns: [],
    questions: [],
    notes: [],
  };
  const before = renameFields(applied ?? { columns: {}, indexes: {}, fields: {} }, plan.moves);
  for (const {
    column,
    type,
    field: { name },
  } of listProjected(entity).values()) {
    if (before.columns[column] === undefined) plan.addColumns.push([column, type]);
    else if (before.columns[column] !== type || before.fields[name]?.absent !== shape.fields[name]?.absent)
      plan.replaceColumns.push([column, type]);
  }
  // Dropping a column drops its indexes, so they are added again.
  const replaced = new Set(plan.replaceColumns.map(([column]) => column));
  plan.addIndexes = Object.entries(shape.indexes).filter(
    ([name, { columns }]) => !before.indexes[name] || columns.some((column) => replaced.has(column)),
  );
  plan.dropIndexes = Object.keys(before.indexes).filter((name) => !shape.indexes[name]);
  plan.seal = Object.entries(before.fields)
    .filter(([name, was]) => !was.sealed && shape.fields[name]?.sealed)
    .map(([name]) => name);
  plan.dropColumns = [...plan.seal, ...plan.moves.map(({ from }) => from)]
    .map((name) => toColumnName(name))
    .filter((column) => before.columns[column] !== undefined && shape.columns[column] === undefined);
  if (applied) plan.questions = listQuestions(plan, before);
  return plan;
}

function listQuestions({ entity, shape, addIndexes, notes }: Plan, applied: Shape): Question[] {
  const questions: Question[] = [];
  for (const [field, was] of Object.entries(applied.fields)) {
    const is = shape.fields[field];
    const question = askAboutChange(entity, field, was, is);
    if (question) questions.push(question);
    if (is?.required && !was.required && question?.kind !== "stranded") questions.push(askRequired(field));
  }
  for (const [field, is] of Object.entries(shape.fields)) {
    if (applied.fields[field]) continue;
    notes.push(`${entity.name}.${field}: a new field`);
    if (is.required) questions.push(askRequired(field));
  }
  for (const [, index] of addIndexes) if (index.unique) questions.push(askUnique(entity, index));
  return questions;
}

/**
 * Returns the question about stored rows for a changed or removed field, or undefined if no row can conflict with the
 * change or the values stay sealed. Does not ask about fields that become required.
 */
function askAboutChange(
  entity: Entity,
  field: string,
  was: FieldShape,
  is: FieldShape | undefined,
): Question | undefined {
  if (!is) return askRemoved(field, entity);
  if (is.type !== was.type) return askRetyped(field, was.type, is.type);
  if (was.sealed && !is.sealed) return askUnsealed(field);
  if (is.limits === was.limits || (was.sealed && is.sealed)) return undefined;
  const states = listStates(entity, field);
  return states ? askStranded(field, states) : askLimited(entity, field);
}

function askRemoved(field: string, { fields }: Entity): Question {
  const own = field.slice(field.lastIndexOf(".") + 1);
  const moved = fields.find(({ name }) => name !== field && name.slice(name.lastIndexOf(".") + 1) === own);
  const hint = moved ? `; "${moved.name}" takes them over with "x-formerly": ["${field}"]` : "";
  return {
    field,
    kind: "removed",
    stops: true,
    concerns: (row) => isFilled(row[field]),
    describe: (count) =>
      `the field is gone, but ${formatRows(count)} hold a value in it${hint}. Put it back (out of the lists and forms, if nobody shall see it)`,
  };
}

const askRetyped = (field: string, was: string, is: string): Question => ({
  field,
  kind: "retyped",
  stops: true,
  concerns: (row) => isFilled(row[field]),
  describe: (count) =>
    `the type was ${was} and is now ${is}, but ${formatRows(count)} hold a value of the old one. Give the new one another name`,
});

const askUnsealed = (field: string): Question => ({
  field,
  kind: "unsealed",
  stops: true,
  concerns: (row) => isFilled(row[field]),
  describe: (count) =>
    `it was sealed and is no more, but ${formatRows(count)} hold a sealed value. Put "x-sealed" back, or give the readable one another name`,
});

/**
 * Returns the question for removed states. No event leaves a removed state, so the money of such a record could stay on
 * hold.
 */
const askStranded = (field: string, states: ReadonlySet<string>): Question => ({
  field,
  kind: "stranded",
  stops: true,
  concerns: (row) => isFilled(row[field]) && !states.has(String(row[field])),
  describe: (count) =>
    `a state is gone that ${formatRows(count)} are in, and no event leads on from there. Put it back`,
});

const askLimited = (entity: Entity, field: string): Question => ({
  field,
  kind: "limits",
  stops: false,
  concerns: (row) => isFilled(row[field]) && isOffending(entity, field, row),
  describe: (count) =>
    `the limits changed, and ${formatRows(count)} would not pass any more; they stay as they are until somebody changes them`,
});

const askRequired = (field: string): Question => ({
  field,
  kind: "required",
  stops: false,
  concerns: (row) => !isFilled(row[field]),
  describe: (count) =>
    `it is required now, and ${formatRows(count)} lack it; it is asked for when one of them is changed`,
});

function askUnique(entity: Entity, { columns, field = "" }: IndexShape): Question {
  const fields = [...listProjected(entity).values()]
    .filter(({ column }) => columns.includes(column))
    .map(({ field }) => field);
  const seen = new Set<string>();
  return {
    field,
    kind: "unique",
    stops: true,
    concerns(row, tenant) {
      const values = fields.map((each) => toColumnValue(each, row[each.name]));
      if (values.includes(null)) return false;
      const key = JSON.stringify([tenant, ...values]);
      return seen.has(key) || !seen.add(key);
    },
    describe: (count) => `it must be unique now, but ${formatRows(count)} repeat another one's value`,
  };
}

/**
 * Returns the states of a field that only events change (the lifecycle's state or one of its axes), or undefined for
 * other fields.
 */
function listStates({ lifecycle, fields }: Entity, field: string): ReadonlySet<string> | undefined {
  if (field === lifecycle?.field) return new Set(lifecycle.states.map(({ name }) => name));
  const options = lifecycle?.also?.includes(field) ? fields.find(({ name }) => name === field)?.options : undefined;
  return options && "values" in options ? new Set(options.values.map(({ value }) => value)) : undefined;
}

function isOffending(entity: Entity, field: string, row: Row): boolean {
  const pointer = entity.field(field).at;
  return entity
    .check(row, { lang: entity.dialect.languages[0], only: [field] })
    .errors.some(({ at }) => at === pointer || at.startsWith(`${pointer}/`));
}
