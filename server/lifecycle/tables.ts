import type { Lang } from "@portolan/engine";
import type { ActorWord } from "../core/actor.ts";
import type { RowsOf } from "../store/sql-types.ts";

/**
 * Tables of record history: timeline, printed receipts and notifications. Rows of `order_event` and
 * `order_frozen` are never updated or deleted.
 */
export const lifecycleTables = [
  `CREATE TABLE IF NOT EXISTS order_event (
    m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, seq integer NOT NULL, event text NOT NULL,
    "from" text, "to" text NOT NULL, by text NOT NULL, user_id text, username text, reason text, at timestamptz NOT NULL,
    PRIMARY KEY (m, order_kind, order_id, seq))`,
  // Records that waited for a review by their maker, who alone has its grant, when that ceased to be allowed.
  `CREATE TABLE IF NOT EXISTS own_review (m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, PRIMARY KEY (m, order_kind, order_id))`,
  // Number of times a record's receipt was printed. Each print after the first is marked as a copy.
  `CREATE TABLE IF NOT EXISTS receipt_print (m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, prints integer NOT NULL, PRIMARY KEY (m, order_kind, order_id))`,
  `CREATE TABLE IF NOT EXISTS notification (
    m text NOT NULL, id text NOT NULL, user_id text, order_kind text NOT NULL, order_id text NOT NULL, event text NOT NULL,
    "to" text NOT NULL, reason text, at timestamptz NOT NULL, read_at timestamptz,
    PRIMARY KEY (m, id))`,
  `CREATE INDEX IF NOT EXISTS notification_of ON notification (m, user_id, at)`,
  // What happened to the money, in each language, at the time of the notification.
  `ALTER TABLE notification ADD COLUMN IF NOT EXISTS money json`,
  // Id of the provider's event; null for other actors and in rows of earlier releases.
  `ALTER TABLE order_event ADD COLUMN IF NOT EXISTS cause text`,
  // Counterparty and amount of the notification, in each language; null in rows written before the column existed.
  `ALTER TABLE notification ADD COLUMN IF NOT EXISTS about json`,
  // Title of the notification in each language; null when the schema has no sentence, and in rows written before the
  // column existed.
  `ALTER TABLE notification ADD COLUMN IF NOT EXISTS said json`,
  // Digests of the frozen fields of orders. Rows are only added: the newest version counts, once for each key.
  `CREATE TABLE IF NOT EXISTS order_frozen (
    m text NOT NULL, order_kind text NOT NULL, order_id text NOT NULL, version integer NOT NULL, digest text NOT NULL,
    form integer NOT NULL, fields json NOT NULL, event text NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (m, order_kind, order_id, version, digest))`,
] as const;
type Both = Record<Lang, string>;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof lifecycleTables,
    {
      order_event: { by: ActorWord };
      notification: { money: Both | null; about: Both | null; said: Both | null };
      order_frozen: { fields: string[] };
    }
  > {}
}
