/** Gauges that every product has, read from the database at each scrape. */
import { type Clock, toIso } from "../core/clock.ts";
import type { Lane } from "../jobs/lane.ts";
import { listNodes } from "../store/nodes.ts";
import type { Queries } from "../store/database.ts";

export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** A gauge that is read from the database at each scrape. */
export interface StoredGauge {
  /** Prometheus name, which begins with `portolan_`. */
  name: string;
  help: string;
  /** Label names. Never a tenant, user or order. */
  labels?: readonly string[];
  read(db: Queries, clock: Clock): Promise<readonly Sample[]>;
}

/** Maximum age of an unsent message in milliseconds. Older messages are never sent. */
const UNSENT_MS = 86_400_000;
const REST = "other";
const computeSecondsSince = (since: string | null | undefined, now: number) =>
  since ? Math.max(0, now - Date.parse(since)) / 1_000 : 0;

interface Group {
  name: string;
  state: string;
  count: string;
}
const toSamples = (rows: readonly Group[], label: string): Sample[] =>
  rows.map(({ name, state, count }) => ({ labels: { [label]: name, state }, value: Number(count) }));

/** Returns the gauges of jobs: the number by state, and the lag of each lane. */
export function createJobGauges(lanes: readonly Pick<Lane, "name" | "kinds">[]): StoredGauge[] {
  const laneOf = (kind: string) => lanes.find(({ kinds }) => kinds.includes(kind))?.name ?? REST;
  return [
    {
      name: "portolan_jobs",
      help: "Jobs that are not done: open (due later), due, dead (waiting for an operator).",
      labels: ["state"],
      async read(db, clock) {
        const [row] = await db.query(
          `SELECT (SELECT count(*) FROM job WHERE state = 'open' AND run_at > $1) AS later,
            (SELECT count(*) FROM job WHERE state = 'open' AND run_at <= $1) AS due, (SELECT count(*) FROM job WHERE state = 'dead') AS dead`,
          [toIso(clock.now())],
        );
        return [
          { labels: { state: "open" }, value: Number(row?.later) },
          { labels: { state: "due" }, value: Number(row?.due) },
          { labels: { state: "dead" }, value: Number(row?.dead) },
        ];
      },
    },
    {
      name: "portolan_job_lag_seconds",
      help: "Age of the job that has been due longest, by lane; 0 without one.",
      labels: ["lane"],
      async read(db, clock) {
        const now = clock.now();
        const rows = await db.query(
          "SELECT kind, min(run_at) AS due FROM job WHERE state = 'open' AND run_at <= $1 GROUP BY kind",
          [toIso(now)],
        );
        const late = new Map([...lanes.map(({ name }) => name), REST].map((name) => [name, 0]));
        for (const { kind, due } of rows)
          late.set(laneOf(kind), Math.max(late.get(laneOf(kind)) ?? 0, computeSecondsSince(due, now)));
        return [...late].map(([lane, value]) => ({ labels: { lane }, value }));
      },
    },
  ];
}

/** Returns a gauge that counts the rows of a table by port and state. */
const createPortGauge = (
  name: string,
  table: "provider_ask" | "provider_event",
  { help, states }: { help: string; states: readonly string[] },
): StoredGauge => ({
  name,
  help,
  labels: ["port", "state"],
  read: async (db) =>
    toSamples(
      await db.query(
        `SELECT port AS name, state, count(*) AS count FROM ${table} WHERE state IN ('${states.join("', '")}') GROUP BY port, state`,
      ),
      "port",
    ),
});

/** Gauges of sessions, messages, providers, operators, nodes and backups. */
export const coreGauges: readonly StoredGauge[] = [
  {
    name: "portolan_sessions",
    help: "Sessions of users that are neither over nor ended.",
    async read(db) {
      const [row] = await db.query(
        "SELECT count(*) AS count FROM session WHERE ended_at IS NULL AND absolute_end > $1",
        [toIso(Date.now())],
      );
      return [{ value: Number(row?.count) }];
    },
  },
  {
    name: "portolan_outbox_oldest_seconds",
    help: "Age of the oldest message that was neither sent nor refused, 0 without one. Only where something sends messages does it fall.",
    async read(db, clock) {
      const now = clock.now();
      const [row] = await db.query(
        "SELECT min(at) AS at FROM outbox WHERE sent_at IS NULL AND refused IS NULL AND at > $1",
        [toIso(now - UNSENT_MS)],
      );
      return [{ value: computeSecondsSince(row?.at, now) }];
    },
  },
  createPortGauge("portolan_asks", "provider_ask", {
    help: "Asks of providers without an outcome, by port and state: new, sending, unknown (sent and not answered), accepted.",
    states: ["new", "sending", "unknown", "accepted"],
  }),
  createPortGauge("portolan_provider_events", "provider_event", {
    help: "Callbacks that were not fired, by port and state: new, parked (not usable now: portolan provider events).",
    states: ["new", "parked"],
  }),
  {
    name: "portolan_desk_oldest_seconds",
    help: "Age of the oldest task that waits at the desk, by port.",
    labels: ["port"],
    async read(db, clock) {
      const rows = await db.query(
        "SELECT port, min(created_at) AS at FROM desk_task WHERE state = 'open' GROUP BY port",
      );
      return rows.map(({ port, at }) => ({ labels: { port }, value: computeSecondsSince(at, clock.now()) }));
    },
  },
  {
    name: "portolan_proposals_open",
    help: "Proposals that wait for a second operator.",
    async read(db) {
      const [row] = await db.query("SELECT count(*) AS count FROM proposal WHERE state = 'open' AND expires_at > $1", [
        toIso(Date.now()),
      ]);
      return [{ value: Number(row?.count) }];
    },
  },
  {
    name: "portolan_nodes",
    help: "Nodes that were seen within 30 seconds, by role.",
    labels: ["role"],
    async read(db) {
      const nodes = await listNodes(db);
      // The embedded database belongs to a single process, which is not registered as a node.
      if (nodes.length === 0) return [];
      return ["web", "worker", "both"].map((role) => ({
        labels: { role },
        value: nodes.filter((node) => node.role === role).length,
      }));
    },
  },
  {
    name: "portolan_backup_drill_age_seconds",
    help: "Age of the last restore of a backup that held; without a value before the first one.",
    async read(db) {
      const [row] = await db.query("SELECT max(at) AS at FROM backup_drill WHERE ok");
      return row?.at ? [{ value: computeSecondsSince(row.at, Date.now()) }] : [];
    },
  },
];
