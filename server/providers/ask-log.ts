/** Rows of `provider_ask`: each ask and its state. Every change is a guarded update, so that only one of two workers with the same job submits. */
import type { Tx } from "../store/database.ts";
import type { Answer, Ask, PortName } from "./port.ts";
import { toIso } from "../core/clock.ts";

/**
 * State of an ask. `new`: nothing was sent; `sending`: it may have been sent; `unknown`: it was sent, but the provider did not answer or did not
 * know it when queried; the others are the provider's answers.
 */
export type AskState = "new" | "sending" | "unknown" | Answer["state"];

/** A stored ask. */
export interface AskEntry {
  state: AskState;
  /** Number of submits. */
  attempts: number;
  /** When the provider first answered that it does not know the ask, on the product's clock. */
  unknownAt?: number | undefined;
}

/** The row of an ask. */
export interface AskKey {
  tenant: string;
  id: string;
}

/** Reads an ask; undefined when none is stored. */
export async function readAskEntry(tx: Tx, { tenant, id }: AskKey): Promise<AskEntry | undefined> {
  const [row] = await tx.query<{ state: AskState; attempts: number; unknown_at: string | null }>(
    "SELECT state, attempts, unknown_at FROM provider_ask WHERE m = $1 AND id = $2",
    [tenant, id],
  );
  if (!row) return undefined;
  return {
    state: row.state,
    attempts: Number(row.attempts),
    ...(row.unknown_at !== null && { unknownAt: Date.parse(row.unknown_at) }),
  };
}

/**
 * Changes an ask from the state in which it was read to `sending`; it is submitted after the commit. @throws Error when another worker was faster;
 * its answer finishes the job
 */
export async function claimAsk(
  tx: Tx,
  ask: Ask,
  { tenant, port, seen, at }: { tenant: string; port: PortName; seen: AskEntry | undefined; at: number },
): Promise<void> {
  const { id, job, order } = ask;
  const rows = seen
    ? await tx.query(
        `UPDATE provider_ask SET state = 'sending', attempts = attempts + 1, sent_at = $3, unknown_at = NULL, error = NULL
          WHERE m = $1 AND id = $2 AND state = $4 AND attempts = $5 RETURNING id`,
        [tenant, id, toIso(at), seen.state, seen.attempts],
      )
    : await tx.query(
        `INSERT INTO provider_ask (m, id, port, job, order_kind, order_id, version, state, attempts, sent_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, 'sending', 1, $8) ON CONFLICT (m, id) DO NOTHING RETURNING id`,
        [tenant, id, port, job, order.kind, order.id, order.version, toIso(at)],
      );
  if (rows.length === 0) throw new Error(`${id} is being submitted by another worker`);
}

/** Records that nothing of an ask was sent: it may be submitted again. */
export async function releaseAsk(tx: Tx, { tenant, id }: AskKey, error: string): Promise<void> {
  await tx.query(
    "UPDATE provider_ask SET state = 'new', unknown_at = NULL, error = $3 WHERE m = $1 AND id = $2 AND state IN ('sending', 'unknown')",
    [tenant, id, error.slice(0, 500)],
  );
}

/** Records that an ask was not answered; `unknownAt`: when the provider answered that it does not know it. */
export async function noteUnanswered(
  tx: Tx,
  { tenant, id }: AskKey,
  { error, unknownAt }: { error: string; unknownAt?: number | undefined },
): Promise<void> {
  await tx.query(
    "UPDATE provider_ask SET state = 'unknown', error = $3, unknown_at = $4 WHERE m = $1 AND id = $2 AND state IN ('sending', 'unknown')",
    [tenant, id, error.slice(0, 500), unknownAt === undefined ? null : toIso(unknownAt)],
  );
}

/** Stores a provider's answer. An outcome is final: an ask that is done or refused stays so. */
export async function noteAnswer(
  tx: Tx,
  { tenant, id }: AskKey,
  { answer, at }: { answer: Pick<Answer, "state" | "reference">; at: number },
): Promise<void> {
  await tx.query(
    `UPDATE provider_ask SET state = $3, reference = COALESCE($4, reference), error = NULL, unknown_at = NULL, answered_at = $5
      WHERE m = $1 AND id = $2 AND state NOT IN ('done', 'refused')`,
    [tenant, id, answer.state, answer.reference ?? null, toIso(at)],
  );
}
