import { buildKindContext, type Entity, type Lang, type Row } from "../../src/engine/index.ts";
import { closeSettledTasks, prepareAnswer, readOrder } from "../manual-provider/answer.ts";
import { listOutcomes } from "../manual-provider/outcomes.ts";
import { readCheckWords } from "../lifecycle/frozen.ts";
import { listTasks, readTaskRequest, readTask, takeTask, type Task } from "../manual-provider/tasks.ts";
import { auditAction } from "../operators/operators.ts";
import { confirmProposal, listProposals } from "../operators/proposals.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { exportFile, saveDocuments } from "./desk-files.ts";
import { withDatabase, type Opened } from "./with-database.ts";
import { createContext, createProposalTools, proposeAction } from "./proposal-tools.ts";
import { identifyOperator, operatorOptions, openSeal } from "./sign-in.ts";

const TEXTS = {
  en: {
    none: "No task waits.",
    needs: "portolan desk list [--all], or show|files|take|answer|confirm <task>, or export",
    answer: "portolan desk answer <task> <outcome>[+<outcome>] [name=value]...",
    noProposal: (task: string) => `Nobody has proposed an answer of ${task}.`,
    taken: (task: string, by: string) => `${task}  ${by}`,
    rows: { order: "order", tenant: "merchant", state: "state", words: "check words", outcomes: "outcomes" },
  },
  zh: {
    none: "没有待处理的任务。",
    needs: "portolan desk list [--all]，或 show|files|take|answer|confirm <任务>，或 export",
    answer: "portolan desk answer <任务> <结果>[+<结果>] [名称=值]...",
    noProposal: (task: string) => `${task} 还没有提出结果。`,
    taken: (task: string, by: string) => `${task}  ${by}`,
    rows: { order: "订单", tenant: "商户", state: "状态", words: "核对字", outcomes: "可选结果" },
  },
};

type Verb = (invocation: Invocation, opened: Opened, task: Task) => Promise<Outcome>;

const verbs: Readonly<Record<string, Verb>> = { show, files: saveDocuments, take: assignTask, answer, confirm };

/** Lists, displays, assigns and answers desk tasks. */
export const desk: Command = {
  usage:
    "desk list [--all] | desk show <task> | desk files <task> --out <folder> | desk take <task> | desk answer <task> <outcome>[+<outcome>] [name=value]... [--why <text>] | desk confirm <task> | desk export [--format pain.001|csv] [--kind <order>] [--again <file>] [--out <path>]",
  description: {
    en: "what providers set to desk are asked. One operator proposes the outcome, another one confirms it",
    zh: "设为 desk 的服务方收到的请求。一位操作员提出结果，另一位确认",
  },
  options: {
    all: { type: "boolean", description: { en: "answered ones, too", zh: "包括已处理的" } },
    format: {
      type: "string",
      description: { en: "of the file: pain.001 (default) or csv", zh: "文件格式：pain.001（默认）或 csv" },
    },
    kind: { type: "string", description: { en: "orders of this kind alone", zh: "只含这一种订单" } },
    again: {
      type: "string",
      description: { en: "number of a file: the same one again", zh: "文件编号：再次导出同一文件" },
    },
    out: {
      type: "string",
      description: {
        en: "path to write the file to, default standard output; of files, the folder",
        zh: "写入的路径，默认标准输出；files 则为文件夹",
      },
    },
    why: { type: "string", description: { en: "what the answer rests on", zh: "依据" } },
    ...operatorOptions,
  },
  run(invocation) {
    const texts = TEXTS[invocation.lang];
    const [what = "list", id] = invocation.args;
    if (what === "list" && id === undefined) return withDatabase(invocation, (opened) => list(invocation, opened));
    if (what === "export" && id === undefined)
      return withDatabase(invocation, (opened) => exportFile(invocation, opened));
    const verb = Object.hasOwn(verbs, what) ? verbs[what] : undefined;
    if (!verb || id === undefined) throw new UsageError(texts.needs);
    return withDatabase(invocation, async (opened) => verb(invocation, opened, await readTask(opened.db, id)));
  },
};

async function list(invocation: Invocation, opened: Opened): Promise<Outcome> {
  const { lang, options } = invocation;
  const context = createContext(invocation, opened);
  await closeSettledTasks(opened.db, context);
  const lines: string[] = [];
  for (const task of await listTasks(opened.db, options["all"] === true ? "all" : "open")) {
    const { entity, order } = await readOrder(opened.db, context, task);
    const about = context.vocabulary.describeOrder?.(entity, order.data)?.[lang] ?? entity.text("label", lang);
    const state = entity.stateLabel(order.status, lang);
    const words = (await readTaskWords(opened, entity, task))?.[lang];
    lines.push(
      [task.id, task.job, task.tenant, task.orderId, state, about, ...(words ? [words] : []), task.createdAt]
        .concat(task.takenBy ?? "")
        .join("  ")
        .trimEnd(),
    );
  }
  return { status: 0, text: lines.length === 0 ? TEXTS[lang].none : lines.join("\n") };
}

/** Returns the check words of the values that a task requests; undefined for an order without frozen fields. */
async function readTaskWords(opened: Opened, entity: Entity, task: Task): Promise<Record<Lang, string> | undefined> {
  const { db } = opened;
  const seal = openSeal(opened);
  const { payload } = await readTaskRequest(db, seal, task);
  const { tenant, orderId: id, version } = task;
  return readCheckWords(db, seal, { entity, tenant, id, version, data: payload });
}

/** Prints a task with unmasked values and records the access in the audit chain. */
async function show(invocation: Invocation, opened: Opened, task: Task): Promise<Outcome> {
  const { lang } = invocation;
  const operator = await identifyOperator(invocation, opened);
  const { entity, order } = await readOrder(opened.db, createContext(invocation, opened), task);
  const { tenantName, payload } = await readTaskRequest(opened.db, openSeal(opened), task);
  const object = `${task.orderKind}/${task.orderId}`;
  const seen = { operator, action: "desk.show", object, tenant: task.tenant, detail: { task: task.id } };
  await opened.db.tx((tx) => auditAction(tx, seen));
  const names = TEXTS[lang].rows;
  const rows: [string, string][] = [
    [names.order, `${entity.text("label", lang)} ${task.orderId}`],
    [names.tenant, `${task.tenant} ${tenantName}`],
    [names.state, entity.stateLabel(order.status, lang)],
    ...Object.values((await readTaskWords(opened, entity, task)) ?? {}).map((words): [string, string] => [
      names.words,
      words,
    ]),
    ...describePayload(entity, payload, lang),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const outcomes = listOutcomes(entity, order).map(({ event, needs, takes }) => {
    const input = [...needs.map(({ name }) => `${name}=…`), ...takes.map((name) => `[${name}=…]`)].join(" ");
    return `  ${event} ${input}`.trimEnd() + `  ${entity.eventLabel(event, lang) ?? ""}`.trimEnd();
  });
  return {
    status: 0,
    text: [...rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`), names.outcomes, ...outcomes].join("\n"),
  };
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

async function assignTask(invocation: Invocation, opened: Opened, { id, tenant }: Task): Promise<Outcome> {
  const operator = await identifyOperator(invocation, opened);
  await opened.db.tx(async (tx) => {
    await takeTask(tx, id, operator);
    await auditAction(tx, { operator, action: "desk.take", object: `task/${id}`, tenant });
  });
  return { status: 0, text: TEXTS[invocation.lang].taken(id, operator) };
}

async function answer(invocation: Invocation, opened: Opened, task: Task): Promise<Outcome> {
  const { lang, args, options } = invocation;
  const [, , events, ...given] = args;
  if (events === undefined || events.includes("=")) throw new UsageError(TEXTS[lang].answer);
  const input = readPairs(given, TEXTS[lang].answer);
  const operator = await identifyOperator(invocation, opened);
  const context = createContext(invocation, opened);
  const prepared = await prepareAnswer(opened.db, context, task, { events: events.split("+"), input });
  const { why = "" } = options;
  return proposeAction(invocation, opened, operator, { ...prepared, why: String(why) });
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

/** Confirms an answer that another operator proposed. */
async function confirm(invocation: Invocation, opened: Opened, task: Task): Promise<Outcome> {
  const open = await listProposals(opened.db, "open");
  const proposal = open.find(({ shows }) => shows["task"] === task.id);
  if (!proposal) return { status: 1, text: TEXTS[invocation.lang].noProposal(task.id), refused: true };
  const operator = await identifyOperator(invocation, opened);
  return {
    status: 0,
    text: await confirmProposal(opened.db, createProposalTools(invocation, opened), proposal.id, {
      confirmedBy: operator,
    }),
  };
}
