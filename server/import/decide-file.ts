/**
 * Decides all waiting records of an imported file: one call confirms their number and sums, and a job fires the event on
 * them in batches. A batch is one transaction, which also stores what remains, so that a restarted job continues.
 */
import en from "../../locales/en/mail.json";
import zh from "../../locales/zh/mail.json";
import {
  Decimal,
  findColumn,
  findFileField,
  getTableName,
  groupThousands,
  interpolate,
  type Entity,
  type Lang,
  type Row,
  type Settings,
  type TransitionPlan,
} from "@portolan/engine";
import { auditActor } from "../audit/audit.ts";
import { findUserWord, isUser, type Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { formatFailure } from "../core/failure-text.ts";
import { createFieldError } from "../core/field-error.ts";
import { isRow } from "../core/row.ts";
import { uuidv7 } from "../core/uuid.ts";
import { enqueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { describeAmount } from "../lifecycle/digest-mail.ts";
import { readEventInput } from "../lifecycle/event-input.ts";
import { fire } from "../lifecycle/fire.ts";
import { assertStepUp } from "../lifecycle/guard.ts";
import { load } from "../lifecycle/store.ts";
import type { Database, Tx } from "../store/database.ts";
import { createActor, parseSubmitter, toSubmitter, type Submitter } from "./submitter.ts";
import type { ImportCall } from "./start.ts";

export const FILE_DECISION_JOB = "import.decide";
/** Number of records per job, which fires the event on them in one transaction. */
const BATCH = 100;
const texts: Record<Lang, Record<string, string>> = { zh, en };

/** Maximum number of reasons that the notification states. */
const MAX_REASONS = 5;
const BETWEEN: Readonly<Record<Lang, string>> = { zh: "", en: " " };

/** Failures of the moment, after which the job is retried. Any other failure skips the record. */
const RETRIED: ReadonlySet<string> = new Set(["moneyStopped"]);

/** What the user confirmed: the file, the event, and the number and sums of the records that wait for it. */
export interface FileDecision {
  fileNo: string;
  event: string;
  count: unknown;
  /** Sums of the amount by currency. */
  sums: unknown;
  /** Input of the event, such as the reason. */
  input: Row;
}

/** Number of records that were skipped for the same reason, which is given in each language. */
interface Skipped {
  why: Record<Lang, string>;
  count: number;
}

interface Decision extends Submitter {
  id: string;
  entity: string;
  fileNo: string;
  event: string;
  input: Row;
  /** First record of the file, which the notification opens. */
  first: string;
  /** Ids and confirmed versions of the records that remain. */
  rows: (readonly [id: string, version: number])[];
  done: number;
  skipped: readonly Skipped[];
  part: number;
}

/**
 * Starts to fire an event on all records of a file that wait for it, and returns their number. The notification at the
 * end states how many passed, and why others were skipped.
 *
 * @throws Failure `invalid` when nothing waits, or the confirmed number or sums differ from what waits; `notGranted`,
 * `proofMissing`, `totpNeeded`, `proofWrong`
 */
export async function startDecision(
  call: ImportCall,
  entity: Entity,
  { fileNo, event, count, sums, input }: FileDecision,
): Promise<Row> {
  const { actor, services } = call;
  const transitions = listTransitions(entity, event, actor);
  return call.idempotent(async (tx) => {
    const proved = await call.consumeProof(tx);
    for (const { stepUp } of transitions) assertStepUp(stepUp, proved);
    const waiting = await listWaiting(tx, entity, { tenant: actor.tenant, fileNo, transitions });
    const [first] = waiting.rows;
    if (!first || count !== waiting.rows.length) throw refuse(call, "/count", waiting.rows.length);
    if (!equals(sums, waiting.sums)) throw refuse(call, "/sums", formatSums(waiting.sums));
    await checkInput(tx, call, entity, { id: first[0], transition: transitions[0], input });
    const at = services.clock.now();
    const decision: Decision = {
      id: uuidv7(at),
      entity: entity.name,
      fileNo,
      event,
      input,
      first: first[0],
      rows: waiting.rows,
      done: 0,
      skipped: [],
      part: 0,
      ...toSubmitter(actor, proved),
    };
    enqueueDecision(tx, actor.tenant, decision, at);
    await auditActor(tx, actor, {
      at,
      action: `${entity.name}.decideFile`,
      object: `${entity.name}/${fileNo}`,
      detail: { event, rows: waiting.rows.length },
    });
    if (services.notifyWorker) tx.afterCommit(services.notifyWorker);
    return { fileNo, count: waiting.rows.length };
  });
}

/** Returns the transitions of an event that the actor has the grant for. @throws Failure `notGranted` without one */
function listTransitions(entity: Entity, event: string, actor: Actor): TransitionPlan[] {
  const found = (entity.lifecycle?.transitions ?? []).filter(
    (transition) =>
      transition.on === event && isUser(transition) && (!transition.grant || actor.grants.has(transition.grant)),
  );
  if (found.length === 0) throw new Failure("notGranted");
  return found;
}

/** Reads the file's records in the states of the transitions: their ids, versions, and sums by currency. */
async function listWaiting(
  tx: Tx,
  entity: Entity,
  { tenant, fileNo, transitions }: { tenant: string; fileNo: string; transitions: readonly TransitionPlan[] },
): Promise<Pick<Decision, "rows"> & { sums: Map<string, Decimal> }> {
  const column = findColumn(entity, findFileField(entity) ?? "")?.column;
  if (!column) throw new Error(`${entity.name} stores no file number`);
  const { amount, currency } = describeAmount(entity);
  const found = await tx.query<{ id: string; version: number; amount: string; currency: string }>(
    `SELECT id, version, CAST(coalesce(${amount}, 0) AS text) AS amount, ${currency} AS currency FROM ${getTableName(entity)}
      WHERE m = $1 AND ${column} = $2 AND status = ANY($3) ORDER BY id`,
    [tenant, fileNo, [...new Set(transitions.flatMap(({ from }) => from))]],
  );
  const sums = new Map<string, Decimal>();
  for (const row of found)
    if (row.currency) sums.set(row.currency, (sums.get(row.currency) ?? Decimal.of("0")).add(Decimal.of(row.amount)));
  return { rows: found.map(({ id, version }) => [id, Number(version)] as const), sums };
}

/** Returns whether the confirmed sums are exactly these. */
function equals(given: unknown, sums: ReadonlyMap<string, Decimal>): boolean {
  if (!isRow(given) || Object.keys(given).length !== sums.size) return false;
  return [...sums].every(([currency, sum]) => {
    const value = given[currency];
    return typeof value === "string" && Decimal.parse(value)?.cmp(sum) === 0;
  });
}

const formatSums = (sums: ReadonlyMap<string, Decimal>): string =>
  [...sums].map(([currency, sum]) => `${sum.toString()} ${currency}`).join(", ");

const refuse = ({ actor }: ImportCall, pointer: string, actual: number | string): Failure =>
  new Failure("invalid", {}, [
    createFieldError(pointer, "fileWaiting", actor.lang, { params: { actual }, code: "const" }),
  ]);

/** Asserts that the input is valid for a record of the file. @throws Failure `invalid` */
async function checkInput(
  tx: Tx,
  { actor, services }: ImportCall,
  entity: Entity,
  { id, transition, input }: { id: string; transition: TransitionPlan | undefined; input: Row },
): Promise<void> {
  const record = await load(tx, entity, actor.tenant, id);
  if (record && transition)
    await readEventInput(tx, services.schemas, { entity, transition, record: record.data, input, actor, facts: {} });
}

const enqueueDecision = (tx: Pick<Tx, "write">, tenant: string, decision: Decision, runAt: number): void =>
  enqueue(tx, {
    kind: FILE_DECISION_JOB,
    dedupe: `${FILE_DECISION_JOB}/${decision.id}/${decision.part}`,
    tenant,
    runAt,
    payload: { ...decision },
  });

/** Parses the payload that `enqueueDecision` stored. */
function readPayload(payload: Row, dialect: Pick<Settings, "languages" | "stepUps">): Decision {
  const rows: unknown[] = Array.isArray(payload["rows"]) ? payload["rows"] : [];
  const skipped: unknown[] = Array.isArray(payload["skipped"]) ? payload["skipped"] : [];
  return {
    id: String(payload["id"]),
    entity: String(payload["entity"]),
    fileNo: String(payload["fileNo"]),
    event: String(payload["event"]),
    input: isRow(payload["input"]) ? payload["input"] : {},
    first: String(payload["first"]),
    rows: rows.flatMap((row) => (Array.isArray(row) ? [[String(row[0]), Number(row[1])] as const] : [])),
    done: Number(payload["done"]),
    skipped: skipped.flatMap((item) =>
      isRow(item) && isRow(item["why"])
        ? [{ why: { zh: String(item["why"]["zh"]), en: String(item["why"]["en"]) }, count: Number(item["count"]) }]
        : [],
    ),
    part: Number(payload["part"]),
    ...parseSubmitter(payload, dialect),
  };
}

/**
 * Returns the handler of the jobs that `startDecision` enqueues. Fires the event on the next records with the user's
 * current grants, and notifies the user after the last one.
 */
export function decideRows(context: LifecycleContext): JobHandler {
  return async ({ tenant, payload }, { db, finish }) => {
    const decision = readPayload(payload, context.schemas.dialect);
    const entity = context.schemas.entities.get(decision.entity);
    if (!entity) throw new Error(`no entity ${decision.entity}`);
    const actor = await createActor({ ...context, db }, findUserWord(context.schemas.dialect), tenant, decision);
    const [batch, rows] = [decision.rows.slice(0, BATCH), decision.rows.slice(BATCH)];
    const settle = async (tx: Tx, done: number, skipped: Decision["skipped"]) => {
      const next = { ...decision, rows, done: decision.done + done, skipped, part: decision.part + 1 };
      if (rows.length > 0) enqueueDecision(tx, tenant, next, context.clock.now());
      else await notify(tx, tenant, entity, next, context);
      await finish(tx);
    };
    await runBatch(db, { entity, actor, decision, batch, context, settle });
  };
}

interface BatchRun {
  entity: Entity;
  actor: Actor | undefined;
  decision: Decision;
  batch: Decision["rows"];
  context: LifecycleContext;
  settle(tx: Tx, done: number, skipped: Decision["skipped"]): Promise<void>;
}

/**
 * Fires the event on the records of a batch in one transaction. A refused record rolls it back, and the batch is run
 * again without that record, because a refused event may have written a part of its effects.
 */
async function runBatch(db: Database, run: BatchRun): Promise<void> {
  const { entity, actor, batch, decision, context, settle } = run;
  const { event, input, proved } = decision;
  if (!actor) {
    const skipped = addSkipped(decision.skipped, new Failure("userDisabled"), batch.length);
    return db.tx((tx) => settle(tx, 0, skipped));
  }
  let [open, skipped] = [batch, decision.skipped];
  for (;;) {
    let current: string | undefined;
    try {
      return await db.tx(async (tx) => {
        for (const [id, version] of open) {
          current = id;
          const before = await load(tx, entity, actor.tenant, id);
          if (before?.version !== version) throw new Failure("transition", { event, status: before?.status ?? "" });
          const edit = { before, data: before.data };
          await fire(tx, { entity, id, event, input, actor, edit }, { ...context, proved });
        }
        current = undefined;
        await settle(tx, open.length, skipped);
      });
    } catch (error) {
      if (current === undefined || !(error instanceof Failure) || RETRIED.has(error.failure)) throw error;
      skipped = addSkipped(skipped, error);
      open = open.filter(([id]) => id !== current);
    }
  }
}

/** Adds skipped records to those with the same reason. */
function addSkipped(skipped: readonly Skipped[], { failure, params }: Failure, count = 1): readonly Skipped[] {
  const why = { zh: formatFailure(failure, "zh", params), en: formatFailure(failure, "en", params) };
  const same = skipped.find((item) => item.why.en === why.en);
  return [...skipped.filter((item) => item !== same), { why, count: (same?.count ?? 0) + count }];
}

/** Notifies the user in the portal and by email of the outcome. */
async function notify(
  tx: Tx,
  tenant: string,
  entity: Entity,
  decision: Decision,
  { schemas, clock }: LifecycleContext,
): Promise<void> {
  const { userId, event, first } = decision;
  const [user] = await tx.query("SELECT username FROM portal_user WHERE m = $1 AND id = $2 AND state = 'active'", [
    tenant,
    userId ?? "",
  ]);
  if (!user) return;
  const at = clock.now();
  const said = { zh: describeOutcome(entity, decision, "zh"), en: describeOutcome(entity, decision, "en") };
  const to = entity.lifecycle?.transitions.find(({ on }) => on === event)?.to ?? "";
  const when = new Date(at).toISOString();
  tx.send(
    'INSERT INTO notification (m, id, user_id, order_kind, order_id, event, "to", said, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [tenant, uuidv7(at), userId, entity.name, first, event, to, JSON.stringify(said), when],
  );
  const lines = schemas.dialect.languages.map((lang) => said[lang]);
  tx.send("INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)", [
    uuidv7(at),
    tenant,
    user.username,
    schemas.dialect.languages.map((lang) => formatText("subject", lang, { file: decision.fileNo })).join(" / "),
    lines.join("\n\n"),
    when,
  ]);
}

const formatText = (key: string, lang: Lang, params: Record<string, string | number>): string =>
  interpolate(texts[lang][`fileDecided.${key}`] ?? "", params);

/** Returns how many records passed, how many were skipped, and the most frequent reasons. */
function describeOutcome(entity: Entity, { fileNo, event, done, skipped }: Decision, lang: Lang): string {
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  const format = (count: number) => groupThousands(String(count));
  const params = { file: fileNo, event: entity.eventLabel(event, lang) ?? event, left: format(left) };
  const reasons = skipped
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_REASONS)
    .map(({ why, count }) => formatText("why", lang, { count: format(count), why: why[lang] }));
  return [
    formatText(left > 0 ? "some" : "all", lang, { ...params, count: format(done), unit: entity.unit(done, lang) }),
    ...reasons,
  ].join(BETWEEN[lang]);
}
