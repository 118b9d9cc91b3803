/** Sends the messages of the outbox, each by a job with the usual retries. */
import { type Clock, toIso } from "../core/clock.ts";
import { enqueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { Database } from "../store/database.ts";
import { MessageRefused, type Senders } from "./message.ts";

/** Name of the job that sends one message. */
export const SEND_JOB = "message.send";
const EVERY_MS = 1_000;
/**
 * Age in milliseconds at which a message is no longer sent. Without this limit, messages written before a sender was
 * configured would be sent late.
 */
const LATE_MS = 86_400_000;
/** Maximum number of messages that one poll reads. */
const BATCH = 200;

export interface CourierOptions {
  db: Database;
  clock: Clock;
  senders: Senders;
  /** Notifies the job worker. */
  notifyWorker(): void;
  /** Called when the outbox cannot be read. */
  onError(error: unknown): void;
}

/** Polls for messages to send. Several nodes may poll concurrently, because each message gets only one job. */
export class Courier {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> | undefined;

  constructor(private readonly options: CourierOptions) {}

  start(): void {
    this.timer = setInterval(() => {
      this.looking ??= this.look()
        .catch(this.options.onError)
        .finally(() => (this.looking = undefined));
    }, EVERY_MS);
    this.timer.unref();
  }

  /** Stops polling and resolves when the current poll has finished. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  /**
   * Enqueues a job for each unsent message that has a sender and no job, was not refused and is younger than `LATE_MS`.
   * Reads at most `BATCH` messages at once. Returns the number of jobs.
   */
  async look(): Promise<number> {
    const { db, clock, senders, notifyWorker } = this.options;
    const now = clock.now();
    const found = await db.query(
      `SELECT id, m, channel FROM outbox WHERE sent_at IS NULL AND at > $1 AND refused IS NULL
        AND NOT EXISTS (SELECT 1 FROM job WHERE job.m = outbox.m AND job.dedupe = 'message/' || outbox.id) ORDER BY at LIMIT ${BATCH}`,
      [toIso(now - LATE_MS)],
    );
    const sendable = found.filter(({ channel }) => Object.hasOwn(senders, channel));
    if (sendable.length === 0) return 0;
    await db.tx(async (tx) => {
      for (const { id, m: tenant } of sendable)
        enqueue(tx, { kind: SEND_JOB, dedupe: `message/${id}`, tenant, runAt: now, payload: { id } });
    });
    notifyWorker();
    return sendable.length;
  }
}

/**
 * Returns the handler that sends one message. Errors are retried with backoff. A permanent refusal or an expired code
 * ends the job. The text of a sent or refused message is erased, because it may contain codes. A message can be sent
 * twice, with the same id, when its delivery cannot be recorded.
 */
export const sendMessage =
  (senders: Senders, clock: Clock): JobHandler =>
  async ({ payload, tenant }, { db }) => {
    const id = String(payload["id"]);
    const [row] = await db.query(
      "SELECT channel, target, subject, body, expires_at FROM outbox WHERE id = $1 AND m = $2 AND sent_at IS NULL AND refused IS NULL",
      [id, tenant],
    );
    if (!row) return;
    const sender = row.channel === "mail" || row.channel === "sms" ? senders[row.channel] : undefined;
    if (!sender) throw new Error(`nothing sends messages of the channel ${row.channel}`);
    const refuse = (reason: string) =>
      db.query("UPDATE outbox SET refused = $2, body = '' WHERE id = $1 AND m = $3", [id, reason, tenant]);
    if (row.expires_at !== null && Date.parse(row.expires_at) <= clock.now()) return void (await refuse("expired"));
    try {
      await sender.send({ id, to: row.target, subject: row.subject, text: row.body });
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error;
      return void (await refuse(error.message));
    }
    await db.query("UPDATE outbox SET sent_at = $2, body = '' WHERE id = $1 AND m = $3", [
      id,
      toIso(clock.now()),
      tenant,
    ]);
  };
