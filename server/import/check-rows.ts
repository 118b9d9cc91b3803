/** The server's word on rows before anything is made of them: what they name, what is wrong, what was imported before. Changes nothing. */
import {
  spellingsOf,
  projected,
  tableOf,
  type CheckError,
  type Entity,
  type Field,
  type Found,
  type Row,
  type Scope,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { uniqueError } from "../records/unique-violation.ts";
import type { RecordServices } from "../records/services.ts";
import type { About } from "../lifecycle/context.ts";
import { loadFacts } from "../lifecycle/facts.ts";
import { unlisted } from "../lifecycle/listed.ts";
import { referenceErrors, wrongIn, type WrongReference } from "../lifecycle/references.ts";
import { ReferenceLookup } from "./reference-lookup.ts";
import { digestOf, type SentRow } from "./request.ts";

/** Who imports, and what rows are checked against. */
export interface Importer {
  actor: Actor;
  services: Pick<RecordServices, "db" | "schemas" | "vocabulary" | "clock">;
}

/** What is said of one row. */
export interface RowAnswer {
  line: number;
  found: Record<string, Found>;
  errors: CheckError[];
  /** An order that another file of the last day made of the same content. */
  seen?: { id: string; at: string };
}
/** How far back the same content counts as perhaps meant once. */
const LOOK_BACK_MS = 24 * 3_600_000;
const MOST_SEEN = 50_000;

/** Answers in the order of the rows. */
export async function checkRows(
  call: Importer,
  entity: Entity,
  fileHash: string,
  rows: readonly SentRow[],
): Promise<RowAnswer[]> {
  const { services, actor } = call;
  const { lang } = actor;
  const lookup = new ReferenceLookup(services, actor.merId, lang);
  const factsFor = factsByCurrency(services, actor, entity);
  const earlier = await earlierRows(call, entity, fileHash);
  const answers: RowAnswer[] = [];
  const values: Row[] = [];
  for (const { line, record, find } of rows) {
    const found = await foundIn(lookup, entity, find);
    const own: Row = { ...record };
    for (const [name, one] of Object.entries(found)) {
      if ("id" in one) own[name] = one.id;
      else delete own[name];
    }
    for (const [name, one] of Object.entries(found)) {
      const text = find[name]?.[""];
      if ("problem" in one && one.problem === "none" && text !== undefined)
        found[name] = { ...one, near: await lookup.near(entity.field(name), text, own) };
    }
    const { copies, wrong } = await copiesOf(lookup, entity, own);
    const contexts = await factsFor(own);
    const options = { lang, contexts, side: "server" as const };
    const draft = entity.check({ ...own, ...copies }, options).value;
    const { value, errors } = entity.check({ ...draft, ...entity.compute(draft, contexts) }, options);
    const all = [...referenceErrors(entity, wrong, lang), ...errors];
    all.push(
      ...unlisted(services.schemas, entity, value, lang).filter(({ at }) => !all.some((error) => error.at === at)),
    );
    answers.push({ line, found, errors: all, seen: earlier.get(digestOf(entity, value)) });
    values.push(value);
  }
  const taken = await takenIn(call, entity, values);
  answers.forEach(({ errors }, at) =>
    errors.push(...taken(values[at]!).filter((one) => !errors.some((error) => error.at === one.at))),
  );
  return answers;
}

/** Values in one question: far below PostgreSQL's 65,535 parameters. */
const ASKED = 1_000;

/** Which values the merchant has already where no two records may have the same: what making the record would say. */
async function takenIn(
  { services, actor }: Importer,
  entity: Entity,
  rows: readonly Row[],
): Promise<(row: Row) => CheckError[]> {
  const columns = projected(entity);
  const fields = entity.fields.filter((field) => field.unique && columns.has(field.name));
  const { lang } = actor;
  const known = new Map<string, Set<string>>();
  const keyOf = (row: Row, names: readonly string[]) => {
    const values = names.map((name) =>
      name === entity.key ? row[name] : spellingsOf(entity.field(name), row[name])?.[0],
    );
    return values.some((value) => value === undefined) ? undefined : JSON.stringify(values);
  };
  const namesOf = (field: Field) => [field.name, ...field.unique!];
  for (const field of fields) {
    const { column } = columns.get(field.name)!;
    const wanted = [...new Set(rows.flatMap((row) => spellingsOf(field, row[field.name]) ?? []))];
    const keys = new Set<string>();
    for (let at = 0; at < wanted.length; at += ASKED) {
      const some = wanted.slice(at, at + ASKED);
      const found = await services.db.query<{ data: Row }>(
        `SELECT data FROM ${tableOf(entity)} WHERE m = $1 AND ${column} IN (${some.map((_value, place) => `$${place + 2}`).join(", ")})`,
        [actor.merId, ...some],
      );
      for (const { data } of found) keys.add(keyOf(data, namesOf(field)) ?? "");
    }
    known.set(field.name, keys);
  }
  return (row) =>
    fields
      .filter((field) => known.get(field.name)!.has(keyOf(row, namesOf(field)) ?? "none"))
      .map((field) => uniqueError(entity, field, lang));
}

async function foundIn(lookup: ReferenceLookup, entity: Entity, find: SentRow["find"]): Promise<Record<string, Found>> {
  const found: Record<string, Found> = {};
  for (const [name, parts] of Object.entries(find)) {
    const one = await lookup.find(entity.field(name), parts);
    if (one) found[name] = one;
  }
  return found;
}

async function copiesOf(
  lookup: ReferenceLookup,
  entity: Entity,
  record: Row,
): Promise<{ copies: Row; wrong: WrongReference[] }> {
  const copies: Row = {};
  const wrong: WrongReference[] = [];
  for (const field of entity.fields) {
    if (!field.ref || record[field.name] === undefined) continue;
    const row = await lookup.get(field, record[field.name]);
    const code = wrongIn(field, row);
    if (code) wrong.push({ name: field.name, code });
    for (const [own, theirs] of Object.entries(row ? field.ref.copies : {}))
      if (row![theirs] !== undefined) copies[own] = row![theirs];
  }
  return { copies, wrong };
}

/** Facts differ between rows by their currency only, so they are read once for each. */
export function factsByCurrency(
  { db, schemas, vocabulary, clock }: Pick<About, "db" | "schemas" | "vocabulary" | "clock">,
  actor: Actor,
  entity: Entity,
): (record: Row) => Promise<Scope> {
  const holders = entity.fields.flatMap(({ currency }) => (currency && "field" in currency ? [currency.field] : []));
  const known = new Map<string, Promise<Scope>>();
  return (record: Row) => {
    const key = JSON.stringify(holders.map((name) => record[name] ?? null));
    const facts = known.get(key) ?? loadFacts({ db, schemas, vocabulary, clock, actor, entity, record });
    known.set(key, facts);
    return facts;
  };
}

async function earlierRows(
  { services, actor }: Importer,
  entity: Entity,
  fileHash: string,
): Promise<Map<string, { id: string; at: string }>> {
  const rows = await services.db.query(
    "SELECT digest, record_id, at FROM import_row WHERE m = $1 AND entity = $2 AND at >= $3 AND state = 'done' AND file_hash <> $4 ORDER BY at LIMIT $5",
    [actor.merId, entity.name, new Date(services.clock.now() - LOOK_BACK_MS).toISOString(), fileHash, MOST_SEEN],
  );
  return new Map(rows.map((row) => [row.digest, { id: row.record_id, at: row.at }]));
}
