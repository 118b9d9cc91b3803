/** `portolan desk`: tasks of manual providers, and payment files for their bank. */
import { constants, createWriteStream } from "node:fs";
import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { buildKindContext, type Entity, type Lang, type Row } from "@portolan/engine";
import { openFiles } from "../files/open.ts";
import { readCheckWords } from "../lifecycle/frozen.ts";
import { closeSettledTasks, prepareAnswer, readOrder } from "../manual-provider/answer.ts";
import { createFileName, listDocuments } from "../manual-provider/documents.ts";
import { listOutcomes } from "../manual-provider/outcomes.ts";
import { exportPayments } from "../manual-provider/payment-file.ts";
import { listTasks, readTaskRequest, readTask, takeTask, type Task } from "../manual-provider/tasks.ts";
import { auditAction } from "../operators/operators.ts";
import { listProposals } from "../operators/proposals.ts";
import {
  confirm,
  createAction,
  createContext,
  createOperatorAction,
  createProposalAction,
  type Call,
  type Draft,
  type OperatorCall,
} from "./actions.ts";
import { formatPairs, formatRows, Refused, UsageError } from "./command.ts";
import { getText } from "./texts.ts";

/** Lists, displays, assigns and answers desk tasks. */
export const deskActions = [
  createAction("desk list [--all]", list),
  createOperatorAction("desk show <task>", show),
  createOperatorAction("desk files <task> --out <folder>", saveDocuments),
  createOperatorAction("desk take <task>", async ({ db, operator }, id) => {
    const { tenant } = await readTask(db, id);
    await db.tx(async (tx) => {
      await takeTask(tx, id, operator);
      await auditAction(tx, { operator, action: "desk.take", object: `task/${id}`, tenant });
    });
    return `${id}  ${operator}`;
  }),
  createProposalAction("desk answer <task> <outcome>[+<outcome>] [name=value]... [--why <text>]", answer),
  // Confirms an answer that another operator proposed.
  createOperatorAction("desk confirm <task>", async (call, task) => {
    const proposal = (await listProposals(call.db, "open")).find(({ shows }) => shows["task"] === task);
    if (!proposal) throw new Refused(getText(call.lang, "desk.noProposal", { task }));
    return confirm(call, proposal.id);
  }),
  createOperatorAction(
    "desk export [--format pain.001|csv] [--kind <order>] [--again <file>] [--out <path>]",
    exportFile,
  ),
];

async function list(call: Call): Promise<string> {
  const { db, lang, flags } = call;
  const context = createContext(call);
  await closeSettledTasks(db, context);
  const rows: unknown[][] = [];
  for (const task of await listTasks(db, flags.has("all") ? "all" : "open")) {
    const { entity, order } = await readOrder(db, context, task);
    const about = context.vocabulary.describeOrder?.(entity, order.data)?.[lang] ?? entity.text("label", lang);
    const words = (await readTaskWords(call, entity, task))?.[lang];
    const { id, job, tenant, orderId, createdAt, takenBy } = task;
    const state = entity.stateLabel(order.status, lang);
    rows.push([id, job, tenant, orderId, state, about, ...(words ? [words] : []), createdAt, takenBy]);
  }
  return formatRows(rows, getText(lang, "desk.none"));
}

/** Returns the check words of the values that a task requests; undefined for an order without frozen fields. */
async function readTaskWords(
  { db, seal }: Call,
  entity: Entity,
  task: Task,
): Promise<Record<Lang, string> | undefined> {
  const { payload } = await readTaskRequest(db, seal(), task);
  const { tenant, orderId: id, version } = task;
  return readCheckWords(db, seal(), { entity, tenant, id, version, data: payload });
}

/** Reads a task with its order and its request in plain text, and records the access in the audit chain. */
async function openTask(call: OperatorCall, action: string, id: string) {
  const { db, seal, operator } = call;
  const task = await readTask(db, id);
  const { entity, order } = await readOrder(db, createContext(call), task);
  const request = await readTaskRequest(db, seal(), task);
  const object = `${task.orderKind}/${task.orderId}`;
  await db.tx((tx) => auditAction(tx, { operator, action, object, tenant: task.tenant, detail: { task: id } }));
  return { task, entity, order, ...request };
}

async function show(call: OperatorCall, id: string): Promise<string> {
  const { lang } = call;
  const { task, entity, order, tenantName, payload } = await openTask(call, "desk.show", id);
  const words = Object.values((await readTaskWords(call, entity, task)) ?? {});
  const rows = formatPairs([
    [getText(lang, "desk.order"), `${entity.text("label", lang)} ${task.orderId}`],
    [getText(lang, "desk.tenant"), `${task.tenant} ${tenantName}`],
    [getText(lang, "desk.state"), entity.stateLabel(order.status, lang)],
    ...words.map((text): [string, string] => [getText(lang, "desk.words"), text]),
    ...describePayload(entity, payload, lang),
  ]);
  const outcomes = listOutcomes(entity, order).map(({ event, needs, takes }) => {
    const input = [...needs.map(({ name }) => `${name}=…`), ...takes.map((name) => `[${name}=…]`)].join(" ");
    return `  ${event} ${input}`.trimEnd() + `  ${entity.eventLabel(event, lang) ?? ""}`.trimEnd();
  });
  return [rows, getText(lang, "desk.outcomes"), ...outcomes].join("\n");
}

/** Returns the label and the formatted value of each field of the request that has a value. */
function describePayload(entity: Entity, payload: Row, lang: Lang): [string, string][] {
  return entity.fields.flatMap((field): [string, string][] => {
    const value = payload[field.name];
    if (value === undefined || value === null || value === "") return [];
    const text = field.kind.text(value, buildKindContext(entity, field, lang, payload));
    return [[entity.label(field.name, lang), text]];
  });
}

/** Saves the documents of a task to a folder. */
async function saveDocuments(call: OperatorCall, id: string): Promise<string> {
  const { db, dataDir, config, lang, options } = call;
  const { out = "" } = options;
  const { task, entity, payload } = await openTask(call, "desk.files", id);
  const documents = await listDocuments(db, task.tenant, entity.fields, payload);
  await mkdir(out, { recursive: true, mode: 0o700 });
  const store = openFiles(db, dataDir, config.fileSettings);
  for (const document of documents) {
    const path = join(out, createFileName(document));
    await pipeline(store.get({ tenant: task.tenant, id: document.id }), createWriteStream(path, { mode: 0o600 }));
  }
  return getText(lang, "desk.saved", { count: documents.length, out });
}

async function answer(call: OperatorCall, id: string, events = "", ...given: string[]): Promise<Draft> {
  if (events.includes("=")) throw new UsageError(getText(call.lang, "desk.outcome"));
  const input = readPairs(given, getText(call.lang, "desk.outcome"));
  return prepareAnswer(call.db, createContext(call), await readTask(call.db, id), { events: events.split("+"), input });
}

/** Exports the payments that have not been exported yet. With `--again`, writes an earlier file once more. */
async function exportFile(call: OperatorCall): Promise<string> {
  const { lang, options, product, operator, seal, config } = call;
  const { format = "pain.001", kind, again, out } = options;
  // Check that the file can be written before the export marks the payments as exported.
  if (out !== undefined) await access(dirname(resolve(out)), constants.W_OK);
  const settings = config.providers["payout"]?.settings ?? {};
  const tools = { ...call, seal: seal(), formats: product.paymentFiles, settings };
  const { id, text, orders } = await exportPayments(tools, { format, kind, again, operator });
  if (out === undefined) return text;
  await writeFile(out, text, { mode: 0o600 });
  return getText(lang, "desk.exported", { id, count: orders.length, out });
}

/**
 * Parses `name=value` arguments. A value in square brackets is JSON.
 *
 * @throws UsageError for an argument without a name or `=`, or with invalid JSON
 */
export function readPairs(args: readonly string[], usage: string): Row {
  return Object.fromEntries(
    args.map((arg) => {
      const at = arg.indexOf("=");
      if (at <= 0) throw new UsageError(usage);
      return [arg.slice(0, at), readPairValue(arg.slice(at + 1).trim(), usage)];
    }),
  );
}

function readPairValue(text: string, usage: string): unknown {
  if (!text.startsWith("[")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(usage);
  }
}
