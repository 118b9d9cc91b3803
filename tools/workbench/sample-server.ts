/** Stub server for previews: serves lists, records and options from samples. Stores nothing. */
import { readLists, type Schemas } from "@portolan/engine/folder";
import { buildReceipt } from "../../server/records/receipt.ts";
import { searchRows } from "../../server/records/reference-search.ts";
import {
  computeRecord,
  applyQuery,
  createEmptyQuery,
  groupRows,
  Labeller,
  canTransition,
  maskRow,
  MAX_GROUPS,
  parseQuery,
  type Entity,
  type Field,
  type Lang,
  type Query,
  type ReadRecords,
  type Row,
  type Scope,
} from "@portolan/engine";

/** Data of the stub server. `valid` and `contexts`: fixtures of an entity. */
export interface SampleData {
  entity(name: string): Entity | undefined;
  data: Schemas["data"];
  valid(name: string): readonly Row[];
  contexts(name: string): Scope;
}

/** Number of rows in an unlimited list. */
export const SAMPLES = 25;
const HOUR_MS = 3_600_000;
const MERCHANT = { zh: "示例商户", en: "Sample merchant" };

/** Language of the texts, and number of rows in a list. */
interface Sample {
  lang: Lang;
  rows: number;
}

/** Returns the response to an entity's call; undefined for a call that only a real server could answer. */
export async function respond(
  samples: SampleData,
  entity: Entity,
  { call, body }: { call: string; body: Row },
  { lang, rows }: Sample,
): Promise<Row | undefined> {
  switch (call) {
    case "list":
    case "queue":
      return respondList(samples, entity, body, { lang, rows });
    case "options":
      return { list: respondOptions(samples, entity, body, lang) };
    case "detail":
      return respondDetail(samples, entity, String(body[entity.key] ?? body["id"] ?? ""), lang);
    case "receipt":
      return { receipt: await buildFirstReceipt(samples, entity, lang) };
    default:
      return undefined;
  }
}

async function respondList(
  samples: SampleData,
  entity: Entity,
  body: Row,
  { lang, rows: count }: Sample,
): Promise<Row> {
  const query = parseQuery(entity, body, { now: Date.now(), lang });
  delete query.cursor;
  const { group } = query;
  if (group !== undefined) return respondGroups(samples, entity, { ...query, group }, { lang, rows: count });
  const page = applyQuery(entity, createRows(samples, entity, lang, count), query);
  return {
    ...page,
    next: undefined,
    list: page.list.map((row) => maskRow(entity, row, "list")),
    labels: await readSampleLabels(samples, entity, page.list, lang),
    ignored: query.ignored,
  };
}

/** Returns the groups of a list, counted and summed like the server does. */
async function respondGroups(
  samples: SampleData,
  entity: Entity,
  query: Query & { group: string },
  { lang, rows: count }: Sample,
): Promise<Row> {
  const among = createRows(samples, entity, lang, count);
  const { total, sums } = applyQuery(entity, among, { ...query, page: 1 });
  const all = groupRows(entity, among, query);
  const groups = all.slice(0, MAX_GROUPS);
  const rows = groups.map(({ value }): Row => (value === null ? {} : { [query.group]: value }));
  return {
    list: [],
    total,
    sums,
    groups,
    ...(all.length > groups.length ? { moreGroups: true } : {}),
    labels: await readSampleLabels(samples, entity, rows, lang),
    ignored: query.ignored,
  };
}

function respondOptions(samples: SampleData, entity: Entity, body: Row, lang: Lang): readonly Row[] {
  const fixed = entity.fields.filter(({ name }) => body[name] !== undefined && body[name] !== "");
  const among = createRows(samples, entity, lang, SAMPLES).filter((row) =>
    fixed.every(({ name }) => String(row[name]) === String(body[name])),
  );
  return searchRows(entity, among, String(body["q"] ?? ""), lang).slice(0, 50);
}

async function respondDetail(samples: SampleData, entity: Entity, id: string, lang: Lang): Promise<Row> {
  const all = createRows(samples, entity, lang, SAMPLES);
  const row = all.find((row) => String(row[entity.key]) === id) ?? {
    ...all[0],
    ...(id === "" ? {} : { [entity.key]: id }),
  };
  const { lifecycle } = entity;
  const status = String(row[lifecycle?.field ?? ""] ?? "");
  const at = new Date(Date.now() - HOUR_MS).toISOString();
  const first = lifecycle?.transitions.find(({ from }) => from.length === 0);
  const timeline = first
    ? [
        {
          event: first.on,
          from: null,
          to: first.to,
          by: first.by,
          username: "maker",
          name: MERCHANT[lang],
          reason: null,
          at,
        },
      ]
    : [];
  const events = (lifecycle?.transitions ?? []).filter(
    (transition) =>
      transition.by === "merchant" && transition.from.length > 0 && canTransition(transition, status, row),
  );
  return {
    record: maskRow(entity, row, "detail"),
    labels: await readSampleLabels(samples, entity, [row], lang),
    timeline,
    events: events.map(({ on, to, needs, takes, stepUp }) => ({ event: on, to, needs, takes, stepUp })),
    receipt: await buildSampleReceipt(samples, entity, row, lang),
  };
}

/** Returns the receipt of the first sample. */
async function buildFirstReceipt(samples: SampleData, entity: Entity, lang: Lang) {
  for (const row of createRows(samples, entity, lang, SAMPLES)) {
    const receipt = await buildSampleReceipt(samples, entity, row, lang);
    if (receipt) return receipt;
  }
  return undefined;
}
async function buildSampleReceipt(samples: SampleData, entity: Entity, data: Row, lang: Lang) {
  const status = String(data[entity.lifecycle?.field ?? ""] ?? "");
  const steps = [
    {
      event: "",
      from: null,
      to: status,
      by: "provider" as const,
      username: null,
      name: null,
      reason: null,
      at: new Date().toISOString(),
    },
  ];
  return buildReceipt(entity, { id: String(data[entity.key]), data, status }, steps, {
    tenant: "1",
    readName: async () => MERCHANT[lang],
    key: Buffer.from("sample"),
    read: (of) => createReader(samples, of),
    shown: maskRow(entity, data, "receipt"),
    purpose: "receipt",
  });
}

async function readSampleLabels(samples: SampleData, entity: Entity, rows: readonly Row[], lang: Lang) {
  const labeller = new Labeller(entity.fields, lang, createReader(samples, lang));
  await labeller.learn(rows);
  return labeller.labels();
}

/** Creates a loader for records of other entities by key; an unknown key returns the first sample. */
export const createReader =
  (samples: SampleData, lang: Lang): ReadRecords =>
  async (name, keys) => {
    const entity = samples.entity(name);
    if (!entity) return undefined;
    const rows = createRows(samples, entity, lang, SAMPLES);
    const known = applyQuery(entity, rows, { ...createEmptyQuery(), size: keys.length }, { ids: keys }).list;
    const missing =
      entity.source === "data" ? [] : keys.filter((key) => !known.some((row) => String(row[entity.key]) === key));
    return {
      entity,
      rows: [...known, ...missing.flatMap((key) => (rows[0] ? [{ ...rows[0], [entity.key]: key }] : []))].map((row) =>
        maskRow(entity, row, "list"),
      ),
    };
  };

/**
 * Returns the rows of a reference list, or records built from valid fixtures with generated values for server-filled
 * fields.
 */
export function createRows(samples: SampleData, entity: Entity, lang: Lang, count: number): Row[] {
  if (entity.source === "data") {
    const all = readLists(samples, lang).get(entity.name) ?? [];
    return count < SAMPLES ? all.slice(0, count) : all;
  }
  const bases = samples.valid(entity.name);
  return Array.from({ length: count }, (_row, index) =>
    createSampleRecord(samples, entity, bases[index % Math.max(1, bases.length)] ?? {}, index),
  );
}

function createSampleRecord(samples: SampleData, entity: Entity, base: Row, at: number): Row {
  const row: Row = { ...base };
  const fill = (name: string, value: unknown) => {
    if (value !== undefined && row[name] === undefined) row[name] = value;
  };
  const born = new Date(Date.now() - at * 7 * HOUR_MS);
  fill(
    entity.key,
    `${entity.number ?? ""}${born.toISOString().slice(0, 10).replaceAll("-", "")}${String(10_000_000 + SAMPLES - at).slice(1)}`,
  );
  const { lifecycle } = entity;
  if (lifecycle) fill(lifecycle.field, lifecycle.states[at % lifecycle.states.length]?.name);
  for (const { ref } of entity.fields) {
    const [other] = ref ? samples.valid(ref.entity) : [];
    for (const [own, theirs] of Object.entries(ref?.copies ?? {})) fill(own, other?.[theirs]);
  }
  Object.assign(row, { ...computeRecord(entity, row, samples.contexts(entity.name)), ...row });
  for (const field of entity.fields) {
    if (field.writeOnly || field.local || field.digest || field.file || field.items) continue;
    // Optional fields stay empty unless there is no fixture.
    if (!field.readOnly && Object.keys(base).length > 0) continue;
    fill(field.name, createSampleValue(field, at, born));
  }
  return row;
}

function createSampleValue(field: Field, at: number, firstCreatedAt: Date): unknown {
  if (field.kind.column === "timestamptz") return firstCreatedAt.toISOString();
  if (field.kind.column === "date") return firstCreatedAt.toISOString().slice(0, 10);
  if (!field.item && field.options && "values" in field.options)
    return field.options.values[at % Math.max(1, field.options.values.length)]?.value;
  const given = (field.schema["examples"] as unknown[] | undefined) ?? field.kind.samples(field);
  return given[at % Math.max(1, given.length)];
}
