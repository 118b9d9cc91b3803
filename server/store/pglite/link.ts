import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { DatabaseError } from "../database.ts";
import type { Params } from "../driver.ts";
import { PARSERS } from "../values.ts";
import type { Reply, Cells, Request, Start, Statement, WireError } from "./protocol.ts";

type Done = Exclude<Reply, { ready: true } | { fatal: WireError }>;
type UnsentRequest = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;
interface Pending {
  request: UnsentRequest;
  timeoutMs: number | undefined;
  resolve(reply: Done): void;
  reject(error: Error): void;
  timer?: NodeJS.Timeout;
}
/** Rows that a statement returned, and the state of the write-ahead log (WAL) after it. */
export interface Ran<R> {
  rows: R[];
  unsynced: boolean;
  wal: number;
}
interface Waiting extends Statement {
  timeoutMs: number;
  resolve(cells: Cells, log: { unsynced: boolean; wal: number }): void;
  reject(error: Error): void;
}

const START_TIMEOUT_MS = 60_000;

/**
 * Returns the path of the worker next to the built server (whose chunks may be one folder deeper), of the worker of the
 * package, or of `boot.mjs`, which runs the source through tsx.
 */
function findWorkerFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return (
    [join(here, "pglite-worker.js"), join(here, "..", "pglite-worker.js"), join(here, "worker.js")].find(existsSync) ??
    join(here, "boot.mjs")
  );
}

const toDatabaseError = ({ message, code, ...about }: WireError) => new DatabaseError(message, code, about);

/** Parses cells into rows. Their type `R` is asserted by the caller, not checked. */
function parseRows<R>({ names, types, rows }: Cells): R[] {
  const columns = names.map((name, index) => ({ name, parse: PARSERS[types[index] ?? 0] }));
  return rows.map((cells) =>
    Object.fromEntries(
      columns.map(({ name, parse }, index): readonly unknown[] => {
        const cell = cells[index] ?? null;
        return [name, cell === null ? null : (parse?.(cell) ?? cell)];
      }),
    ),
  );
}

/**
 * One run of the thread. When it ends, pending requests fail with the reason, which is usually `57P01`, so that callers
 * retry them.
 */
export class Link {
  private readonly pending = new Map<number, Pending>();
  private waiting: Waiting[] = [];
  private next = 1;
  private worker: Worker;
  /** Why the thread ended, or undefined while it is running. */
  ended: DatabaseError | undefined;
  version = "";

  private constructor(start: Start) {
    this.worker = new Worker(findWorkerFile(), { workerData: start, execArgv: [], name: "database" });
    this.worker.on("error", (error) =>
      this.end(new DatabaseError(`the database's thread failed: ${error.message}`, "57P01", {}, { cause: error })),
    );
    this.worker.on("exit", () => this.end(new DatabaseError("the database's thread ended", "57P01")));
  }

  /** Starts the thread. Resolves when the database is open, and rejects when it fails to open within a minute. */
  static start(start: Start): Promise<Link> {
    return new Promise((resolve, reject) => {
      const link = new Link(start);
      const timer = setTimeout(
        () =>
          link.end(new DatabaseError(`the embedded database did not open in ${START_TIMEOUT_MS / 1000} s`, "57P03")),
        START_TIMEOUT_MS,
      );
      link.onEnd = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      link.worker.on("message", (message: Reply) => {
        if ("ready" in message) {
          clearTimeout(timer);
          link.version = message.version;
          link.onEnd = undefined;
          resolve(link);
        } else if ("fatal" in message) link.end(toDatabaseError(message.fatal));
        else link.take(message);
      });
    });
  }
  private onEnd: ((error: DatabaseError) => void) | undefined;

  /**
   * Runs a statement after those queued before it. Statements of the same tick are sent in one message, with the
   * longest of their timeouts. `alone` sends it separately with its own timeout.
   */
  run<R>(sql: string, params: Params, timeoutMs: number, alone: boolean): Promise<Ran<R>> {
    return new Promise((resolve, reject) => {
      if (alone) this.post();
      this.waiting.push({
        sql,
        params,
        timeoutMs,
        resolve: (cells, log) => resolve({ rows: parseRows<R>(cells), ...log }),
        reject,
      });
      if (alone) this.post();
      else if (this.waiting.length === 1) process.nextTick(() => this.post());
    });
  }

  post(): void {
    if (this.waiting.length === 0) return;
    const all = this.waiting;
    this.waiting = [];
    const failed = (error: Error) => all.forEach(({ reject }) => reject(error));
    this.request(
      { kind: "run", statements: all.map(({ sql, params }) => ({ sql, params })) },
      Math.max(...all.map(({ timeoutMs }) => timeoutMs)),
    ).then((done) => {
      if (!("replies" in done)) return failed(new Error("the database's thread answered something else"));
      const { unsynced, wal } = done;
      all.forEach(({ resolve, reject }, index) => {
        const reply = done.replies[index];
        if (!reply) reject(new Error("the database's thread did not answer every statement"));
        else if ("error" in reply) reject(toDatabaseError(reply.error));
        else resolve(reply, { unsynced, wal });
      });
    }, failed);
  }

  /** Sends a request. On timeout, the thread is terminated, because nothing else can stop a statement. */
  request(request: UnsentRequest, timeoutMs?: number): Promise<Done> {
    if (this.ended) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.pending.set(id, { request, timeoutMs, resolve, reject });
      this.watch();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.worker.postMessage({ ...request, id });
    });
  }

  /** Number of `run` requests without a response. */
  get running(): number {
    return [...this.pending.values()].filter(({ request }) => request.kind === "run").length;
  }

  /**
   * Starts the timeouts. Statements are answered in order, so the timeout of each starts when the previous ones have
   * been answered.
   */
  private watch(): void {
    let first = true;
    for (const [id, waiting] of this.pending) {
      const { request, timeoutMs, reject } = waiting;
      if (request.kind === "run" && !first) continue;
      if (request.kind === "run") first = false;
      if (timeoutMs === undefined) continue;
      waiting.timer ??= setTimeout(() => {
        this.pending.delete(id);
        reject(new DatabaseError(`a statement ran longer than ${timeoutMs / 1000} s`, "57014"));
        this.end(new DatabaseError("the database's thread was ended by its watchdog", "57P01"));
      }, timeoutMs);
    }
  }

  private take(reply: Done): void {
    const waiting = this.pending.get(reply.id);
    if (!waiting) return;
    this.pending.delete(reply.id);
    clearTimeout(waiting.timer);
    this.watch();
    if ("error" in reply) waiting.reject(toDatabaseError(reply.error));
    else waiting.resolve(reply);
  }

  /** Rejects all pending requests and terminates the thread as a crash would. Data on disk is kept. */
  end(reason: DatabaseError): void {
    if (this.ended) return;
    this.ended = reason;
    this.onEnd?.(reason);
    for (const { reject, timer } of this.pending.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.pending.clear();
    void this.worker.terminate();
  }
  /** Ends the thread after the database has been closed. */
  async stop(): Promise<void> {
    this.ended = new DatabaseError("the database is closed", "57P03");
    await this.worker.terminate();
  }
}
