/**
 * Validates rows before they are imported: references, field errors, taken unique values, and duplicates of recent
 * imports. Stores nothing.
 */
import type { CheckError, Entity, Found, Row, Scope } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import type { FactRequest } from "../lifecycle/context.ts";
import { loadFacts } from "../lifecycle/facts.ts";
import { judgeRecord } from "../lifecycle/judge.ts";
import { askToChoose, copyReferenced } from "../lifecycle/references.ts";
import { pickWritable } from "../lifecycle/validate-record.ts";
import { ReferenceLookup } from "./reference-lookup.ts";
import { computeDigest, type SentRow } from "./request.ts";
import type { Importer } from "./importer.ts";
import { readTakenValues } from "./taken-values.ts";

export interface RowResponse {
  line: number;
  found: Record<string, Found>;
  errors: CheckError[];
  /** A record with the same content that another file created within the last day. */
  seen?: { id: string | undefined; at: string };
}
/** Period in milliseconds in which an earlier row with the same content is reported as a possible duplicate. */
const LOOK_BACK_MS = 24 * 3_600_000;
const MAX_SEEN = 50_000;

/** Validates the rows, and returns the results in the same order. */
export async function checkRows(
  call: Importer,
  entity: Entity,
  fileHash: string,
  rows: readonly SentRow[],
): Promise<RowResponse[]> {
  const { services, actor } = call;
  const { lang } = actor;
  const lookup = new ReferenceLookup(services, actor.tenant, lang);
  const factsFor = createFactLoader(services, actor, entity);
  const earlier = await findEarlierRows(call, entity, fileHash);
  const results: RowResponse[] = [];
  const values: Row[] = [];
  for (const { line, record, find } of rows) {
    const found = await lookUpReferences(lookup, entity, find);
    const own: Row = { ...record };
    for (const [name, item] of Object.entries(found)) {
      if ("id" in item) own[name] = item.id;
      else delete own[name];
    }
    for (const [name, item] of Object.entries(found)) {
      const text = find[name]?.[""];
      if ("problem" in item && item.problem === "none" && text !== undefined)
        found[name] = { ...item, near: await lookup.findNear(entity.field(name), text, own) };
    }
    const copied = await copyReferenced((target, id) => lookup.get(target, id), entity, pickWritable(entity, own));
    const { value, errors } = judgeRecord(services.schemas, entity, copied, { lang, facts: await factsFor(own) });
    const seen = earlier.get(computeDigest(entity, value));
    results.push({
      line,
      found,
      errors: await askToChoose(services, entity, errors, actor),
      ...(seen ? { seen } : {}),
    });
    values.push(value);
  }
  const findTaken = await readTakenValues(call, entity, values);
  for (const [index, value] of values.entries()) {
    const errors = results[index]?.errors ?? [];
    errors.push(...findTaken(value).filter((item) => !errors.some((error) => error.at === item.at)));
  }
  return results;
}

async function lookUpReferences(
  lookup: ReferenceLookup,
  entity: Entity,
  find: SentRow["find"],
): Promise<Record<string, Found>> {
  const found: Record<string, Found> = {};
  for (const [name, parts] of Object.entries(find)) {
    const item = await lookup.find(entity.field(name), parts);
    if (item) found[name] = item;
  }
  return found;
}

/** Returns a function that loads the facts for a row, once for all rows in the same currency. */
export function createFactLoader(
  { db, schemas, vocabulary, clock }: Pick<FactRequest, "db" | "schemas" | "vocabulary" | "clock">,
  actor: Actor,
  entity: Entity,
): (record: Row) => Promise<Scope> {
  const holders = entity.fields.flatMap(({ currency }) => (currency && "field" in currency ? [currency.field] : []));
  const cache = new Map<string, Promise<Scope>>();
  return (record: Row) => {
    const key = JSON.stringify(holders.map((name) => record[name] ?? null));
    const facts = cache.get(key) ?? loadFacts({ db, schemas, vocabulary, clock, actor, entity, record });
    cache.set(key, facts);
    return facts;
  };
}

async function findEarlierRows(
  { services, actor }: Importer,
  entity: Entity,
  fileHash: string,
): Promise<Map<string, { id: string; at: string }>> {
  const rows = await services.db.query(
    "SELECT digest, record_id, at FROM import_row WHERE m = $1 AND entity = $2 AND at >= $3 AND state = 'done' AND file_hash <> $4 ORDER BY at LIMIT $5",
    [actor.tenant, entity.name, new Date(services.clock.now() - LOOK_BACK_MS).toISOString(), fileHash, MAX_SEEN],
  );
  return new Map(rows.map((row) => [row.digest, { id: row.record_id ?? "", at: row.at }]));
}
