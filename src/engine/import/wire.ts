/** What the import call takes and gives, as the page sends and reads it. */
import type { CallPlan, CheckError, Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { Found, ImportRow } from "./rows.ts";

/** What became of one row. */
export interface RowResult {
  line: number;
  state: "done" | "refused";
  id?: string;
  errors?: { at: string; code: string; message: string }[];
  message?: string;
}
/** How one run of a file stands; `results` only when no row waits. */
export interface BatchStatus {
  fileHash: string;
  run: number;
  runs: number;
  at: string;
  rows: number;
  waiting: number;
  done: number;
  refused: number;
  results?: RowResult[];
}
interface RowAnswer {
  line: number;
  found: Record<string, Found>;
  errors: CheckError[];
  seen?: { id: string; at: string };
}

/** Rows in one question: an answer within a second or two, so that progress shows. */
export const CHECK_ROWS = 250;

/** The import call of an entity; absent where it takes none. */
export const importCall = (entity: Entity): CallPlan | undefined =>
  entity.list.import ? entity.calls["import"] : undefined;

/** How strongly a batch is confirmed: as strongly as making one record. */
export function importStepUp(entity: Entity): "pay" | "pay+totp" | undefined {
  return entity.lifecycle?.transitions.find((one) => one.from.length === 0 && one.by === "merchant")?.stepUp;
}

/** How a file stands; nothing when it was never sent. */
export async function askStatus(
  ports: Ports,
  entity: Entity,
  fileHash: string,
  run = 1,
): Promise<BatchStatus | undefined> {
  return (await ports.call(importCall(entity)!, { fileHash, run })).batch as BatchStatus | undefined;
}

/** The server's word on some rows, by line. */
export async function askRows(
  ports: Ports,
  entity: Entity,
  fileHash: string,
  rows: readonly ImportRow[],
  signal: AbortSignal,
): Promise<Map<number, RowAnswer>> {
  const sent = rows.map(({ line, record, finds }) => ({ line, record, find: finds }));
  const map = await ports.call(importCall(entity)!, { fileHash, check: true, rows: sent }, { signal });
  return new Map((map.rows as RowAnswer[]).map((answer) => [answer.line, answer]));
}

/** The body that starts rows: what a file may bring, and the figures that the person saw. */
export function startBody(entity: Entity, fileHash: string, run: number, rows: readonly ImportRow[]): Row {
  const names = [
    ...(entity.list.import?.fields ?? []),
    ...entity.fields.filter((field) => field.compute).map((field) => field.name),
  ];
  const record = (value: Row) =>
    Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
  return { fileHash, run, rows: rows.map(({ line, value }) => ({ line, record: record(value) })) };
}
