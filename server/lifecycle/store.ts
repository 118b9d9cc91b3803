/** Reading and writing one record of a table inside an event's transaction. */
import type { Entity, Row } from "../../src/engine/index.ts";
import type { Queries } from "../store/database.ts";
import { records } from "../store/records.ts";
import type { Stored } from "./context.ts";

/** Only tables are read here, no reference lists. */
const TABLES = { data: new Map<string, readonly Row[]>() };

/** The record, or nothing: another merchant's answers like one that does not exist. */
export async function load(db: Queries, entity: Entity, m: string, id: string): Promise<Stored | undefined> {
  return records(db, TABLES).get(entity, m, id);
}

/** Stores a new record under its number, or under one that `id` makes; the record with its number. Throws `duplicate`. */
export async function add(tx: Queries, entity: Entity, m: string, record: { id: string | (() => string); status?: string; data: Row }, at: number): Promise<Row> {
  const { id, status, data } = record;
  return (await records(tx, TABLES).insert(entity, { m, id, row: data, status, at })).data;
}

/** Writes a changed record, if it still is as it was read. Throws `stale` otherwise. */
export async function change(tx: Queries, entity: Entity, m: string, before: Stored, after: Pick<Stored, "status" | "data">, at: number): Promise<void> {
  await records(tx, TABLES).update(entity, m, before, { data: after.data, status: after.status, at });
}
