/** Registers the nodes of a database. Each node renews its heartbeat every five seconds, and one node is the leader. */
import type { RowsOf } from "./sql-types.ts";
import { randomUUID } from "node:crypto";
import { DatabaseError, type Database, type Queries } from "./database.ts";
import { takeLease } from "./schema/lease.ts";
import { toIso } from "../core/clock.ts";

export type Role = "web" | "worker" | "both";

export interface NodeFacts {
  version: string;
  /** Digest of its schemas (`digestSchemas`). */
  schema: string;
  /** Ids of its sealing keys, separated by commas. The first one seals new values. */
  keys: string;
  role: Role;
}

/** A registered node, as other nodes see it. */
export interface SeenNode extends NodeFacts {
  id: string;
  /** Milliseconds since its last heartbeat. */
  ageMs: number;
  isLeader: boolean;
}

export const nodeTables = [
  `CREATE TABLE IF NOT EXISTS node (
    id text NOT NULL PRIMARY KEY, version text NOT NULL, schema text NOT NULL, keys text NOT NULL, role text NOT NULL,
    seen_at timestamptz NOT NULL)`,
] as const;
declare module "./sql-types.ts" {
  interface Tables extends RowsOf<typeof nodeTables, { node: { role: Role } }> {}
}

const LEADER = "leader";
const BEAT_MS = 5_000;
const LEADER_MS = 15_000;
/** Age in milliseconds of the last heartbeat at which a node is considered gone. */
const GONE_MS = 30_000;
/** Time in milliseconds after the last heartbeat for which the row of a crashed node is kept. */
const KEPT_MS = 86_400_000;
/** SQLSTATE `undefined_table`. */
const NO_TABLE = "42P01";

/** Returns the active nodes, ordered by id, or an empty array before the table exists. */
export async function listNodes(db: Queries): Promise<SeenNode[]> {
  const now = Date.now();
  const rows = await db
    .query(
      `SELECT n.id, n.version, n.schema, n.keys, n.role, n.seen_at, l.owner FROM node n
        LEFT JOIN schema_lease l ON l.owner = n.id AND l.name = '${LEADER}' AND l.until > $2 WHERE n.seen_at > $1 ORDER BY n.id`,
      [toIso(now - GONE_MS), toIso(now)],
    )
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === NO_TABLE) return [];
      throw error;
    });
  return rows.map(({ id, version, schema, keys, role, seen_at, owner }) => ({
    id,
    version,
    schema,
    keys,
    role,
    ageMs: Math.max(0, now - Date.parse(seen_at)),
    isLeader: owner !== null,
  }));
}

/** Returns the shortened ids of active nodes that have another version or other schemas. */
export async function listOtherNodes(db: Queries, own: Pick<NodeFacts, "version" | "schema">): Promise<string[]> {
  const nodes = await listNodes(db);
  return nodes.flatMap(({ id, version, schema }) =>
    version === own.version && schema === own.schema ? [] : [id.slice(0, 8)],
  );
}

/**
 * Registers this process as a node. An embedded database has only one process, which is always the leader and is not
 * registered.
 */
export class Presence {
  readonly id: string = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> | undefined;
  private leadsUntil = 0;

  constructor(
    private readonly db: Database,
    private readonly facts: () => NodeFacts,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Returns whether this node is the leader, which deletes expired data. The only node of an embedded database always
   * is, and a `web` node on PostgreSQL never is.
   */
  isLeader(): boolean {
    return this.db.engine === "pglite" || Date.now() < this.leadsUntil;
  }

  /** Registers this node and starts its heartbeat. Does nothing for an embedded database. */
  start(): void {
    if (this.db.engine === "pglite") return;
    const beat = () => {
      this.beating ??= this.beat()
        .catch(this.onError)
        .finally(() => (this.beating = undefined));
    };
    beat();
    this.timer = setInterval(beat, BEAT_MS);
    this.timer.unref();
  }

  /**
   * Stops the heartbeat and unregisters this node, so that another can become the leader without waiting for the lease
   * to expire.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    if (!this.timer) return;
    await this.beating;
    this.leadsUntil = 0;
    await this.db
      .tx(async (tx) => {
        tx.send("DELETE FROM schema_lease WHERE name = $1 AND owner = $2", [LEADER, this.id]);
        await tx.query("DELETE FROM node WHERE id = $1", [this.id]);
      })
      .catch(this.onError);
  }

  private async beat(): Promise<void> {
    const { version, schema, keys, role } = this.facts();
    const now = Date.now();
    await this.db.query(
      `INSERT INTO node (id, version, schema, keys, role, seen_at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO UPDATE SET version = $2, schema = $3, keys = $4, role = $5, seen_at = $6`,
      [this.id, version, schema, keys, role, toIso(now)],
    );
    if (role === "web" || !(await takeLease(this.db, LEADER, this.id, LEADER_MS))) return;
    this.leadsUntil = now + LEADER_MS;
    await this.db.query("DELETE FROM node WHERE seen_at < $1", [toIso(now - KEPT_MS)]);
  }
}
