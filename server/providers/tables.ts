import type { PortName } from "./provider-port.ts";
import type { ParkReason } from "./inbox.ts";
import type { RequestState } from "./request-log.ts";
import type { RowsOf } from "../store/sql-types.ts";

/** Tables of requests to providers and of their callback events. */
export const providerTables = [
  // `sending` is committed before anything is sent. A request in `sending` or `unknown` is queried before it may be
  // submitted again. Rows are never deleted, because a payment may be returned months later. Times are those of the
  // product's clock.
  `CREATE TABLE IF NOT EXISTS provider_ask (
    m text NOT NULL, id text NOT NULL, port text NOT NULL, job text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL,
    version integer NOT NULL, state text NOT NULL, attempts integer NOT NULL, reference text, error text,
    sent_at timestamptz, unknown_at timestamptz, answered_at timestamptz, PRIMARY KEY (m, id))`,
  `CREATE INDEX IF NOT EXISTS provider_ask_state ON provider_ask (state, sent_at)`,
  // One row per callback event, under the provider's own id. `m` is empty while the request is unknown.
  `CREATE TABLE IF NOT EXISTS provider_event (
    port text NOT NULL, id text NOT NULL, m text NOT NULL, ask_id text, event text NOT NULL, state text NOT NULL,
    reason text, received_at timestamptz NOT NULL, body text NOT NULL, PRIMARY KEY (port, id))`,
  `CREATE INDEX IF NOT EXISTS provider_event_state ON provider_event (state, received_at)`,
  `CREATE INDEX IF NOT EXISTS provider_event_ask ON provider_event (ask_id)`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof providerTables,
    { provider_ask: { state: RequestState }; provider_event: { port: PortName; reason: ParkReason | null } }
  > {}
}
