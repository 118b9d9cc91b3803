/**
 * Stores provider requests and their states in `provider_ask`. Every change is a conditional insert or update, so that
 * only one of two workers with the same job submits the request.
 */
import type { Tx } from "../store/database.ts";
import type { ProviderResponse, ProviderRequest, PortName } from "./provider-port.ts";
import { toIso } from "../core/clock.ts";

/**
 * State of a request. `new`: nothing was sent, or the provider accepted nothing. `sending`: it may have been sent.
 * `unknown`: it was sent, but the provider did not respond, or did not know it when queried. The other states are those
 * that a provider returns.
 */
export type RequestState = "new" | "sending" | "unknown" | ProviderResponse["state"];

export interface RequestEntry {
  state: RequestState;
  /** Number of times that the request was claimed for submission. */
  attempts: number;
  /** Time on the product's clock when the provider first responded that it does not know the request. */
  unknownAt?: number | undefined;
}

export interface RequestKey {
  tenant: string;
  id: string;
}

export async function readRequestEntry(tx: Tx, { tenant, id }: RequestKey): Promise<RequestEntry | undefined> {
  const [row] = await tx.query("SELECT state, attempts, unknown_at FROM provider_ask WHERE m = $1 AND id = $2", [
    tenant,
    id,
  ]);
  if (!row) return undefined;
  return {
    state: row.state,
    attempts: Number(row.attempts),
    ...(row.unknown_at !== null && { unknownAt: Date.parse(row.unknown_at) }),
  };
}

/**
 * Stores a request as `sending`: inserts it, or updates it unless it has changed since it was read. The caller submits
 * it after the commit.
 *
 * @throws Error when another worker has claimed it, whose response then completes the job
 */
export async function claimRequest(
  tx: Tx,
  request: Pick<ProviderRequest, "id" | "job" | "order">,
  { tenant, port, seen, at }: { tenant: string; port: PortName; seen: RequestEntry | undefined; at: number },
): Promise<void> {
  const { id, job, order } = request;
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

/** Records that nothing was sent, so that the request may be submitted again. */
export async function releaseRequest(tx: Tx, { tenant, id }: RequestKey, error: string): Promise<void> {
  await tx.query(
    "UPDATE provider_ask SET state = 'new', unknown_at = NULL, error = $3 WHERE m = $1 AND id = $2 AND state IN ('sending', 'unknown')",
    [tenant, id, error.slice(0, 500)],
  );
}

/**
 * Records that a request was not answered. `unknownAt`: when the provider reported that it has no such request.
 */
export async function recordNoResponse(
  tx: Tx,
  { tenant, id }: RequestKey,
  { error, unknownAt }: { error: string; unknownAt?: number | undefined },
): Promise<void> {
  await tx.query(
    "UPDATE provider_ask SET state = 'unknown', error = $3, unknown_at = $4 WHERE m = $1 AND id = $2 AND state IN ('sending', 'unknown')",
    [tenant, id, error.slice(0, 500), unknownAt === undefined ? null : toIso(unknownAt)],
  );
}

/** Stores a provider's answer. An outcome is final, so a request in state `done` or `refused` is never changed. */
export async function recordResponse(
  tx: Tx,
  { tenant, id }: RequestKey,
  { response, at }: { response: Pick<ProviderResponse, "state" | "reference">; at: number },
): Promise<void> {
  await tx.query(
    `UPDATE provider_ask SET state = $3, reference = COALESCE($4, reference), error = NULL, unknown_at = NULL, answered_at = $5
      WHERE m = $1 AND id = $2 AND state NOT IN ('done', 'refused')`,
    [tenant, id, response.state, response.reference ?? null, toIso(at)],
  );
}
