/**
 * Four eyes for operators: one proposes an operation, another confirms it, and it runs once, in the confirming
 * transaction. The body is sealed. Its digest guarantees that the operation that runs is the one that was displayed.
 *
 * @see docs/decisions/operations.md#operators-act-in-pairs
 */
import { randomInt } from "node:crypto";
import type { Row } from "@portolan/engine";
import { canonicalize, sha256 } from "../core/canonical.ts";
import { isRow } from "../core/row.ts";
import type { Seal } from "../core/seal.ts";
import type { Database, Queries, Tx } from "../store/database.ts";
import { auditAction } from "./operators.ts";
import { OperatorRefused } from "./refusal.ts";
import { toIso } from "../core/clock.ts";

/** Time in milliseconds during which a proposal can be confirmed. */
const OPEN_MS = 24 * 3_600_000;

/** An operation that needs two operators. */
export interface OperatorAction {
  /**
   * Returns the version of the record that the operation changes. If it differs at confirmation, the proposal is stale.
   */
  readVersion(db: Queries, tenant: string, body: Row): Promise<string>;
  /** Executes the operation and returns its result as one line. @throws when it fails; the proposal then stays open */
  run(tx: Tx, proposal: ConfirmedProposal): Promise<string>;
  /**
   * Set when the confirming operator has to enter a value of the body again, which the summary does not show. `isSame`
   * returns whether the entered text is that value.
   */
  reentered?: { isSame(body: Row, entered: string): boolean };
}

export type OperatorActions = Readonly<Record<string, OperatorAction>>;

export interface ConfirmedProposal {
  id: string;
  tenant: string;
  body: Row;
  proposedBy: string;
  confirmedBy: string;
}

export interface NewProposal {
  act: string;
  /** The tenant concerned. Empty when there is none. */
  tenant: string;
  /** `entity/id`. */
  object: string;
  /** Summary to display before the confirmation, as plain text. */
  shows: Readonly<Record<string, string>>;
  body: Row;
  why: string;
  /**
   * Delay in milliseconds before the proposal can be confirmed, after which it stays open for 24 hours. Default: none.
   */
  waitMs?: number | undefined;
}

/** A stored proposal, without its body. */
export interface Proposal extends Omit<NewProposal, "body" | "waitMs"> {
  id: string;
  bodyHash: string;
  version: string;
  proposedBy: string;
  createdAt: string;
  /** Earliest time of the confirmation; null for immediately. */
  opensAt: string | null;
  expiresAt: string;
  state: "open" | "confirmed" | "refused" | "stale" | "lapsed";
  decidedBy: string | null;
  decidedAt: string | null;
  result: string | null;
}

export interface ProposalTools {
  seal: Seal;
  actions: OperatorActions;
}

const COLUMNS = `id, act, m AS tenant, object, shows, body_hash AS "bodyHash", version, proposed_by AS "proposedBy", why,
  created_at AS "createdAt", opens_at AS "opensAt", expires_at AS "expiresAt", state, decided_by AS "decidedBy", decided_at AS "decidedAt", result`;
const MAX_LISTED = 200;
/** Letters and digits that are not easily confused. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const hashBody = (id: string, action: string, tenant: string, body: Row): string =>
  sha256(canonicalize({ id, act: action, tenant, body }));
export const describeProposalContext = (id: string): string => `proposal|body||${id}`;
const createProposalId = (): string =>
  `P-${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;

function findAction(actions: OperatorActions, name: string): OperatorAction {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new Error(`no act ${name}`);
  return action;
}

/** Thrown to roll back a successful rehearsal. */
class Rehearsed extends Error {}

/** Executes an operation in a transaction that is rolled back. @throws what the operation throws */
async function rehearse(db: Database, action: OperatorAction, proposal: ConfirmedProposal): Promise<void> {
  await db
    .tx(async (tx) => {
      await action.run(tx, proposal);
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
}

/**
 * Stores an operator's proposal and returns its id. The operation is rehearsed first.
 *
 * @throws what the operation would throw if it ran now
 */
export async function propose(
  db: Database,
  tools: ProposalTools,
  proposedBy: string,
  proposal: NewProposal,
): Promise<string> {
  const { tenant, body } = proposal;
  const id = createProposalId();
  const action = findAction(tools.actions, proposal.act);
  await rehearse(db, action, { id, tenant, body, proposedBy, confirmedBy: proposedBy });
  await db.tx(async (tx) => {
    const version = await action.readVersion(tx, tenant, body);
    await insertProposal(tx, tools.seal, { ...proposal, id, proposedBy, version });
  });
  return id;
}

async function insertProposal(
  tx: Tx,
  seal: Seal,
  {
    id,
    act,
    tenant,
    object,
    shows,
    body,
    why,
    proposedBy,
    version,
    waitMs = 0,
  }: NewProposal & Pick<Proposal, "id" | "proposedBy" | "version">,
): Promise<void> {
  const now = Date.now();
  await tx.query(
    `INSERT INTO proposal (id, act, m, object, shows, body, body_hash, version, proposed_by, why, created_at, opens_at, expires_at, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'open')`,
    [
      id,
      act,
      tenant,
      object,
      JSON.stringify(shows),
      seal.sealValue(tenant, describeProposalContext(id), JSON.stringify(body)),
      hashBody(id, act, tenant, body),
      version,
      proposedBy,
      why,
      toIso(now),
      waitMs > 0 ? toIso(now + waitMs) : null,
      toIso(now + waitMs + OPEN_MS),
    ],
  );
  await auditAction(tx, { operator: proposedBy, action: `${act}.propose`, object, tenant, detail: { proposal: id } });
}

/** Returns at most `MAX_LISTED` proposals, newest first: only open ones, or all. */
export async function listProposals(db: Queries, states: "open" | "all"): Promise<Proposal[]> {
  await expireProposals(db);
  return db.query(
    `SELECT ${COLUMNS} FROM proposal WHERE $1 = 'all' OR state = 'open' ORDER BY created_at DESC, id LIMIT ${MAX_LISTED}`,
    [states],
  );
}

/** Returns a proposal. @throws OperatorRefused for an unknown id */
export async function readProposal(db: Queries, id: string): Promise<Proposal> {
  await expireProposals(db);
  const [row] = await db.query(`SELECT ${COLUMNS} FROM proposal WHERE id = $1`, [id]);
  if (!row) throw new OperatorRefused("noProposal", id);
  return row;
}

/** Marks expired open proposals as lapsed. */
async function expireProposals(db: Queries): Promise<void> {
  await db.query("UPDATE proposal SET state = 'lapsed' WHERE state = 'open' AND expires_at <= $1", [toIso(Date.now())]);
}

/**
 * Confirms and executes a proposal in one transaction. Returns the result of the operation. `entered`: the value that
 * the confirming operator entered, if the operation requires one.
 *
 * @throws OperatorRefused for an unknown or damaged proposal, one by the same operator, one that has been decided, has
 * lapsed or cannot be confirmed yet, one whose record has changed since, and one whose value was not entered or differs
 */
export async function confirmProposal(
  db: Database,
  { seal, actions: acts }: ProposalTools,
  id: string,
  { confirmedBy, entered }: { confirmedBy: string; entered?: string | undefined },
): Promise<string> {
  const { state, proposedBy, opensAt } = await readProposal(db, id);
  if (state === "lapsed") throw new OperatorRefused("lapsed", id);
  if (state !== "open") throw new OperatorRefused("notOpen", id);
  if (opensAt !== null && Date.parse(opensAt) > Date.now()) throw new OperatorRefused("early", opensAt);
  if (proposedBy === confirmedBy) throw new OperatorRefused("ownProposal", proposedBy);
  const { result, stale } = await db.tx(async (tx) => {
    const proposal = await decide(tx, id, "confirmed", confirmedBy);
    const { act: name, tenant, object } = proposal;
    const body = openBody(seal, proposal);
    const action = findAction(acts, name);
    if (action.reentered && entered === undefined) throw new OperatorRefused("notEntered", id);
    if (action.reentered?.isSame(body, entered ?? "") === false) throw new OperatorRefused("differs", id);
    if ((await action.readVersion(tx, tenant, body)) !== proposal.version) {
      await tx.query("UPDATE proposal SET state = 'stale' WHERE id = $1", [id]);
      return { stale: object };
    }
    const result = await action.run(tx, { id, tenant, body, proposedBy, confirmedBy });
    await tx.query("UPDATE proposal SET result = $2 WHERE id = $1", [id, result]);
    const detail = { proposal: id, proposedBy };
    await auditAction(tx, { operator: confirmedBy, action: name, object, tenant, detail });
    return { result };
  });
  if (result === undefined) throw new OperatorRefused("stale", stale);
  return result;
}

/**
 * Rejects a proposal. The operator who made it can withdraw it in the same way.
 *
 * @throws OperatorRefused for a proposal that is unknown, has been decided or has lapsed
 */
export async function refuseProposal(db: Database, id: string, by: string, why: string): Promise<void> {
  const { state } = await readProposal(db, id);
  if (state === "lapsed") throw new OperatorRefused("lapsed", id);
  await db.tx(async (tx) => {
    const { act, object, tenant } = await decide(tx, id, "refused", by);
    await tx.query("UPDATE proposal SET result = $2 WHERE id = $1", [id, why]);
    await auditAction(tx, { operator: by, action: `${act}.refuse`, object, tenant, detail: { proposal: id } });
  });
}

/** Records the decision on an open proposal. @throws OperatorRefused when it has already been decided */
async function decide(
  tx: Tx,
  id: string,
  state: "confirmed" | "refused",
  by: string,
): Promise<Proposal & { body: string }> {
  const [row] = await tx.query(
    `UPDATE proposal SET state = $2, decided_by = $3, decided_at = $4 WHERE id = $1 AND state = 'open' RETURNING ${COLUMNS}, body`,
    [id, state, by, toIso(Date.now())],
  );
  if (!row) throw new OperatorRefused("notOpen", id);
  return row;
}

/** Opens the sealed body of a proposal. @throws OperatorRefused when its digest does not match */
function openBody(seal: Seal, { id, act, tenant, body: sealed, bodyHash }: Proposal & { body: string }): Row {
  const body: unknown = JSON.parse(seal.openValue(tenant, describeProposalContext(id), sealed));
  if (!isRow(body) || hashBody(id, act, tenant, body) !== bodyHash) throw new OperatorRefused("damaged", id);
  return body;
}
