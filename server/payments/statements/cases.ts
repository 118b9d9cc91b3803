/**
 * Reconciliation cases: differences between bank statements and books that stay open until an operator or a later check
 * resolves them.
 */
import { getTableName, recordCurrency, type Row } from "@portolan/engine";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { load } from "../../lifecycle/store.ts";
import type { AnswerFault } from "../../providers/answer-fault.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { HOUSE } from "./model.ts";

/** Maximum length of a case's details. */
const MAX_DETAIL = 500;

/**
 * Why a case is open. `unclaimed`: an entry matches no order; `returned`: an entry undoes an outgoing order or an
 * earlier entry; `changed`: a line differs from the stored statement; `missing`: the bank did not report an order in
 * time; `balance`: bank and ledger differ; `opening`: a statement does not continue the one before or after it;
 * `spent`: a merchant has spent money that the bank took back; `answer`: a provider's answer cannot be used; `card`: a
 * message about a card purchase cannot be booked, or only in part; `altered`: the money or party fields of an order were
 * changed outside of events.
 */
export type CaseKind =
  | "unclaimed"
  | "returned"
  | "changed"
  | "missing"
  | "balance"
  | "opening"
  | "spent"
  | "answer"
  | "card"
  | "altered";
/**
 * A case to open. `amount` is the bank's amount, and `expected` is that of the stored line, the order or the ledger.
 */
export interface NewCase {
  kind: CaseKind;
  /**
   * What the case is about, such as an order, or a currency and its day. There is at most one case per kind and
   * subject.
   */
  subject: string;
  currency?: string | undefined;
  amount?: string | undefined;
  expected?: string | undefined;
  /** What the case is about in detail, such as the order that an entry names. */
  detail?: string | undefined;
}

export type CaseContext = Pick<LifecycleContext, "schemas" | "vocabulary" | "clock">;

/** Opens a case. Returns false when a case of this kind and subject already exists, open or resolved. */
export async function raiseCase(tx: Tx, given: NewCase, context: CaseContext): Promise<boolean> {
  const entity = context.schemas.entity("case");
  const [known] = await tx.query(
    `SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND f_kind = $2 AND f_subject = $3 LIMIT 1`,
    [HOUSE, given.kind, given.subject],
  );
  if (known) return false;
  const input: Row = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await create(
    tx,
    { entity, input, actor: createSystemActor("provider", HOUSE, "statements"), event: "raised" },
    context,
  );
  return true;
}

/**
 * Marks a case as resolved by an operator, or by a check that no longer finds the difference.
 *
 * @throws Failure `notFound` for an unknown case, `transition` when it is already resolved
 */
export async function solveCase(
  tx: Tx,
  { id, resolution, operator }: { id: string; resolution: string; operator: string },
  context: CaseContext,
): Promise<void> {
  const entity = context.schemas.entity("case");
  const actor = createSystemActor("provider", HOUSE, `operator:${operator}`);
  await fire(tx, { entity, id, event: "solve", actor, input: { resolution, operator } }, context);
}

/** Returns the open cases, oldest first (at most 200). */
export async function listCases(db: Queries, { schemas }: Pick<CaseContext, "schemas">): Promise<Row[]> {
  const rows = await db.query(
    `SELECT data FROM ${getTableName(schemas.entity("case"))} WHERE m = $1 AND status = 'open' ORDER BY created_at, id LIMIT 200`,
    [HOUSE],
  );
  return rows.map(({ data }) => data);
}

export const solveMissing = (tx: Tx, subject: string, line: string, context: CaseContext): Promise<void> =>
  solveOpen(tx, { kinds: ["missing"], where: "f_subject = $3", value: subject, resolution: line }, context);

/**
 * Resolves all open balance cases of a currency. `day`: the last statement's day, on which bank and ledger agree again.
 */
export const solveBalance = (tx: Tx, currency: string, day: string, context: CaseContext): Promise<void> =>
  solveOpen(tx, { kinds: ["balance"], where: "data ->> 'currency' = $3", value: currency, resolution: day }, context);

/** Resolves the open case of an entry in suspense. */
export const solveEntry = (
  tx: Tx,
  line: string,
  by: { resolution: string; operator?: string | undefined },
  context: CaseContext,
): Promise<void> =>
  solveOpen(tx, { kinds: ["unclaimed", "returned"], where: "f_subject = $3", value: line, ...by }, context);

/** Opens a case for a provider's answer that cannot be used. */
export async function raiseAnswer(
  tx: Tx,
  { request, order: { tenant, kind, id }, detail }: AnswerFault,
  context: CaseContext,
): Promise<void> {
  const entity = context.schemas.entities.get(kind);
  const order = entity && (await load(tx, entity, tenant, id));
  const currency = order && recordCurrency(entity, order.data);
  const text = detail.slice(0, MAX_DETAIL);
  await raiseCase(tx, { kind: "answer", subject: request, detail: text, ...(currency && { currency }) }, context);
}

/** Resolves the open cases about a provider's answers to a request, because a later answer was usable. */
export const solveAnswers = (tx: Tx, request: string, resolution: string, context: CaseContext): Promise<void> =>
  solveOpen(tx, { kinds: ["answer"], where: "f_subject = $3", value: request, resolution }, context);

/** Resolves the open case of a message about a card purchase, because it is booked now. */
export const solveCardMessage = (tx: Tx, subject: string, resolution: string, context: CaseContext): Promise<void> =>
  solveOpen(tx, { kinds: ["card"], where: "f_subject = $3", value: subject, resolution }, context);

/** Returns the ids of the statements with an open case about their continuity. */
export async function listDiscontinuous(db: Queries, { schemas }: Pick<CaseContext, "schemas">): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT DISTINCT split_part(f_subject, ' ', 1) AS id FROM ${getTableName(schemas.entity("case"))} WHERE m = $1 AND f_kind = 'opening' AND status = 'open' ORDER BY 1`,
    [HOUSE],
  );
  return rows.map(({ id }) => id);
}

/** Resolves the case of a statement that did not continue its neighbours. */
export const solveOpening = (
  tx: Tx,
  statement: string,
  by: { resolution: string; operator: string },
  context: CaseContext,
): Promise<void> =>
  solveOpen(tx, { kinds: ["opening"], where: "split_part(f_subject, ' ', 1) = $3", value: statement, ...by }, context);

async function solveOpen(
  tx: Tx,
  {
    kinds,
    where,
    value,
    resolution,
    operator = "statement.check",
  }: {
    kinds: readonly CaseKind[];
    where: string;
    value: string;
    resolution: string;
    operator?: string | undefined;
  },
  context: CaseContext,
): Promise<void> {
  const table = getTableName(context.schemas.entity("case"));
  const rows = await tx.query(
    `SELECT id FROM ${table} WHERE m = $1 AND f_kind = ANY($2) AND status = 'open' AND ${where} ORDER BY id`,
    [HOUSE, kinds, value],
  );
  for (const { id } of rows) await solveCase(tx, { id, resolution, operator }, context);
}
