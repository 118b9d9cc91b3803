/** Payment files: exports the payments that wait at the desk, for banks that accept files. */
import { randomInt } from "node:crypto";
import type { Entity, Lang, Row } from "@portolan/engine";
import type { Seal } from "../core/seal.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database, Queries } from "../store/database.ts";
import { auditAction } from "../operators/operators.ts";
import { OperatorRefused } from "../operators/refusal.ts";
import { listTasks, readTaskRequest, type Task } from "./tasks.ts";

/** A payment order: its entity, the name of its tenant, and its unmasked record from the provider request. */
export interface FilePayment {
  entity: Entity;
  tenantName: string;
  payload: Row;
}

export interface FileAbout {
  /** File number, at most 35 characters. A file that is written again keeps its number. */
  id: string;
  /** Creation time, in milliseconds since the epoch. */
  at: number;
  /** Settings of the port, such as `DEBTOR_NAME`. */
  settings: Readonly<Record<string, string>>;
  lang: Lang;
}

/** Writers by format name. @throws Error for payments that the format cannot represent */
export type PaymentFiles = Readonly<
  Record<string, (payments: readonly FilePayment[], about: FileAbout) => Promise<string>>
>;

/** A payment file, and the ids of the orders in it. */
export interface PaymentFile {
  id: string;
  text: string;
  orders: readonly string[];
}

/** Requests a file of the payments that have not been exported or, with `again`, the earlier file with that number. */
export interface FileRequest {
  format: string;
  /** Entity of the orders. Default: all entities. */
  kind?: string | undefined;
  again?: string | undefined;
  operator: string;
}

export interface FileTools {
  db: Database;
  seal: Seal;
  schemas: Schemas;
  formats: PaymentFiles;
  settings: FileAbout["settings"];
  lang: Lang;
}

const PORT = "payout";
/** Letters and digits that are not easily confused. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const NUMBER = /^PF(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)-/;

/** Generates a file number that contains the creation time (UTC) to the second. */
function createFileNumber(at: number): string {
  const second = new Date(at).toISOString().replace(/[-:]|\.\d+Z$/g, "");
  return `PF${second}-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}

function readSecond(id: string): number {
  const [, year, month, day, hour, minute, second] = NUMBER.exec(id) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Writes a file of the payments that have not been exported, and marks them with its number so that no payment is made
 * twice. An earlier file can be written again by its number.
 *
 * @throws OperatorRefused for an unknown format or number, when no payment is waiting for a file, or when another operator
 * has exported or answered one of them meanwhile; Error when the writer of the format fails
 */
export async function exportPayments(tools: FileTools, request: FileRequest): Promise<PaymentFile> {
  const { db, formats, settings, lang } = tools;
  const write = Object.hasOwn(formats, request.format) ? formats[request.format] : undefined;
  if (!write) throw new OperatorRefused("noFormat", Object.keys(formats).join(", "));
  const id = request.again ?? createFileNumber(Date.now());
  const tasks = await findTasks(db, request);
  if (tasks.length === 0)
    throw request.again === undefined
      ? new OperatorRefused("noPayments")
      : new OperatorRefused("noFile", request.again);
  const payments = await Promise.all(tasks.map((task) => readPayment(tools, task)));
  const text = await write(payments, { id, at: readSecond(id), settings, lang });
  await db.tx((tx) => claimForFile(tx, tasks, { ...request, id }));
  return { id, text, orders: tasks.map(({ orderId }) => orderId) };
}

async function findTasks(db: Queries, { kind, again }: FileRequest): Promise<Task[]> {
  const tasks = await listTasks(db, again === undefined ? "open" : "all");
  return tasks.filter(
    ({ port, orderKind, file }) =>
      port === PORT && (kind === undefined || orderKind === kind) && file === (again ?? null),
  );
}

async function readPayment({ db, seal, schemas }: FileTools, task: Task): Promise<FilePayment> {
  const entity = schemas.entities.get(task.orderKind);
  if (!entity) throw new OperatorRefused("noTask", task.orderId);
  const { tenantName, payload } = await readTaskRequest(db, seal, task);
  return { entity, tenantName, payload };
}

/**
 * Marks tasks with the number of their file, and audits the export of each order.
 *
 * @throws OperatorRefused when a task is in another file, or in none and no longer open
 */
async function claimForFile(
  tx: Parameters<typeof auditAction>[0],
  tasks: readonly Task[],
  { id, format, again, operator }: FileRequest & { id: string },
): Promise<void> {
  for (const task of tasks) {
    const rows = await tx.query(
      "UPDATE desk_task SET file = $2, changed_at = $3 WHERE id = $1 AND (file = $2 OR (file IS NULL AND state = 'open')) RETURNING id",
      [task.id, id, new Date().toISOString()],
    );
    if (rows.length === 0) throw new OperatorRefused("taskNotOpen", task.id);
    await auditAction(tx, {
      operator,
      action: again === undefined ? "desk.export" : "desk.exportAgain",
      object: `${task.orderKind}/${task.orderId}`,
      tenant: task.tenant,
      detail: { file: id, format },
    });
  }
}
