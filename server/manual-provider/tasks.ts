/** Desk tasks: requests that operators answer in place of a provider. */
import { randomInt } from "node:crypto";
import type { Row } from "@portolan/engine";
import { isRow } from "../core/row.ts";
import type { Seal } from "../core/seal.ts";
import type { ProviderRequest, PortName } from "../providers/provider-port.ts";
import type { Database, Queries } from "../store/database.ts";
import { OperatorRefused } from "../operators/refusal.ts";

/** A task, without its request. */
export interface Task {
  id: string;
  askId: string;
  port: PortName;
  job: string;
  tenant: string;
  orderKind: string;
  orderId: string;
  /** Version of the order when the request was made. */
  version: number;
  state: "open" | "done" | "closed";
  takenBy: string | null;
  /** Number of the payment file that contains the task. */
  file: string | null;
  createdAt: string;
}

/** The request of a task: the tenant's name, and the order's unmasked record. */
export interface TaskRequest {
  tenantName: string;
  payload: Row;
}

const COLUMNS = `id, ask_id AS "askId", port, job, m AS tenant, order_kind AS "orderKind", order_id AS "orderId", version, state,
  taken_by AS "takenBy", file, created_at AS "createdAt"`;
const MAX_LISTED = 500;
/** Letters and digits that are not easily confused. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const createTaskId = (): string => `T-${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
/**
 * Returns the `about` string that a request is sealed with, so that the sealed request of another task cannot replace
 * it.
 */
export const describeTaskContext = (askId: string): string => `desk|ask||${askId}`;

/** Stores a request as a task, once per `request.id`. Other open tasks of the same order are closed as superseded. */
export async function addTask(db: Database, seal: Seal, port: PortName, request: ProviderRequest): Promise<void> {
  const { id: askId, job, order } = request;
  const tenant = request.merchant.id;
  const at = new Date().toISOString();
  const body: TaskRequest = { tenantName: request.merchant.name, payload: request.payload };
  await db.tx(async (tx) => {
    await tx.query(
      "UPDATE desk_task SET state = 'closed', changed_at = $4 WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND state = 'open' AND ask_id <> $5",
      [tenant, order.kind, order.id, at, askId],
    );
    await tx.query(
      `INSERT INTO desk_task (id, ask_id, port, job, m, order_kind, order_id, version, ask, state, created_at, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', $10, $10) ON CONFLICT (ask_id) DO NOTHING`,
      [
        createTaskId(),
        askId,
        port,
        job,
        tenant,
        order.kind,
        order.id,
        order.version,
        seal.sealValue(tenant, describeTaskContext(askId), JSON.stringify(body)),
        at,
      ],
    );
  });
}

/** Returns whether a request has a task, in any state. */
export async function isTask(db: Queries, askId: string): Promise<boolean> {
  return (await db.query("SELECT id FROM desk_task WHERE ask_id = $1", [askId])).length > 0;
}

/** Returns the 500 oldest tasks, oldest first: only the open ones, or those in any state. */
export const listTasks = (db: Queries, states: "open" | "all"): Promise<Task[]> =>
  db.query(
    `SELECT ${COLUMNS} FROM desk_task WHERE $1 = 'all' OR state = 'open' ORDER BY created_at, id LIMIT ${MAX_LISTED}`,
    [states],
  );

/** Returns a task. @throws OperatorRefused for an unknown id */
export async function readTask(db: Queries, id: string): Promise<Task> {
  const [row] = await db.query(`SELECT ${COLUMNS} FROM desk_task WHERE id = $1`, [id]);
  if (!row) throw new OperatorRefused("noTask", id);
  return row;
}

/** Returns the newest open task of a tenant and job; undefined when there is none. */
export async function findOpenTask(db: Queries, tenant: string, job: string): Promise<Task | undefined> {
  const [row] = await db.query(
    `SELECT ${COLUMNS} FROM desk_task WHERE m = $1 AND job = $2 AND state = 'open' ORDER BY created_at DESC LIMIT 1`,
    [tenant, job],
  );
  return row;
}

/** Opens the sealed request of a task. @throws Error when it was sealed for another task */
export async function readTaskRequest(db: Queries, seal: Seal, { id, tenant, askId }: Task): Promise<TaskRequest> {
  const [row] = await db.query("SELECT ask FROM desk_task WHERE id = $1", [id]);
  const body: unknown = JSON.parse(seal.openValue(tenant, describeTaskContext(askId), row?.ask ?? ""));
  if (!isRow(body)) throw new Error(`${id} asks nothing`);
  const { tenantName, payload } = body;
  return { tenantName: String(tenantName), payload: isRow(payload) ? payload : {} };
}

/**
 * Assigns an open task to an operator.
 *
 * @throws OperatorRefused when it is unknown, not open, or assigned to another operator
 */
export async function takeTask(tx: Queries, id: string, operator: string): Promise<void> {
  const rows = await tx.query(
    "UPDATE desk_task SET taken_by = $2, changed_at = $3 WHERE id = $1 AND state = 'open' AND (taken_by IS NULL OR taken_by = $2) RETURNING id",
    [id, operator, new Date().toISOString()],
  );
  if (rows.length > 0) return;
  const { takenBy, state } = await readTask(tx, id);
  throw state === "open" ? new OperatorRefused("taskTaken", takenBy ?? "") : new OperatorRefused("taskNotOpen", id);
}

/** Closes an open task without an answer. Returns false when it was not open. */
export async function closeTask(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(
    "UPDATE desk_task SET state = 'closed', changed_at = $2 WHERE id = $1 AND state = 'open' RETURNING id",
    [id, new Date().toISOString()],
  );
  return rows.length > 0;
}

/** Marks an open task as done. Does nothing when it is not open. */
export async function finishTask(tx: Queries, id: string): Promise<void> {
  await tx.query("UPDATE desk_task SET state = 'done', changed_at = $2 WHERE id = $1 AND state = 'open'", [
    id,
    new Date().toISOString(),
  ]);
}
