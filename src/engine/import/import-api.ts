/** Requests and responses of the import call. */
import { findCreation } from "../entity/transitions.ts";
import { sendCall } from "../operation/send-call.ts";
import type { CallPlan, CheckError, Entity, Row, StepUp } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { BatchStatus } from "../model/wire.ts";
import type { Found, ImportRow } from "./rows.ts";
import { MAX_FILE_BYTES } from "./sheet.ts";

interface RowResponse {
  line: number;
  found: Record<string, Found>;
  errors: CheckError[];
  seen?: { id: string; at: string };
}

/** Number of rows per validation request, chosen so that progress updates every second or two. */
export const CHECK_ROWS = 250;

/** Returns the entity's import call, or undefined when it has none. */
export const importCall = (entity: Entity): CallPlan | undefined =>
  entity.list.import ? entity.calls["import"] : undefined;

/**
 * Returns the import call and its row limit.
 * @throws Error for an entity without import
 */
export function requireImport(entity: Entity): { call: CallPlan; maxRows: number } {
  const call = importCall(entity);
  const plan = entity.list.import;
  if (!call || !plan) throw new Error(`${entity.name} has no import: declare "x-list.import"`);
  return { call, maxRows: plan.maxRows };
}

/** Returns the maximum size in bytes and number of records of a file. */
export const readLimits = ({ dialect, list }: Entity): { bytes: number; rows: number } => ({
  bytes: dialect.uploadMaxBytes ?? MAX_FILE_BYTES,
  rows: list.import?.maxRows ?? 0,
});

/** Returns the parameters of texts that name these limits, the size in MiB. */
export function describeLimits(entity: Entity): { size: number; rows: number } {
  const { bytes, rows } = readLimits(entity);
  return { size: bytes / 1024 ** 2, rows };
}

/**
 * Returns the step-up of a batch, which is that of creating a single record, or undefined when creation requires none.
 */
export const importStepUp = (entity: Entity): StepUp | undefined => findCreation(entity)?.stepUp;

/** Loads the status of a file, or undefined when it was never submitted. */
export async function fetchStatus(
  ports: Ports,
  entity: Entity,
  fileHash: string,
  run = 1,
): Promise<BatchStatus | undefined> {
  const { batch }: { batch?: BatchStatus } = await sendCall(ports, requireImport(entity).call, { fileHash, run });
  return batch;
}

/**
 * Validates rows on the server and returns the results by line. `check` stores nothing, so this POST is treated as a
 * read.
 */
export async function validateRows(
  ports: Ports,
  entity: Entity,
  { fileHash, rows, signal }: { fileHash: string; rows: readonly ImportRow[]; signal: AbortSignal },
): Promise<Map<number, RowResponse>> {
  const sent = rows.map(({ line, record, finds }) => ({ line, record, find: finds }));
  const body = { fileHash, check: true, rows: sent };
  const { rows: results }: { rows?: RowResponse[] } = await sendCall(ports, requireImport(entity).call, body, {
    signal,
  });
  return new Map(results?.map((response) => [response.line, response]));
}

/** Returns the request body for submitting rows: importable fields and the computed values that the user saw. */
export function startBody(entity: Entity, fileHash: string, run: number, rows: readonly ImportRow[]): Row {
  const names = [
    ...(entity.list.import?.fields ?? []),
    ...entity.fields.filter((field) => field.compute).map((field) => field.name),
  ];
  const record = (value: Row) =>
    Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
  return { fileHash, run, rows: rows.map(({ line, value }) => ({ line, record: record(value) })) };
}
