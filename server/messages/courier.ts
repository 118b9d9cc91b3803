/** Sends the messages of the outbox, each by a job with the usual retries. */
import { type Clock, toIso } from "../core/clock.ts";
import { enqueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { Database } from "../store/database.ts";
import { MessageRefused, type Senders } from "./message.ts";

/** Name of the job that sends one message. */
export const SEND_JOB = "message.send";
/** Polling interval of the outbox, in milliseconds. */
const EVERY_MS = 1_000;
/** Age from which a message is no longer sent, in milliseconds, such as one written before a sender was configured. */
const LATE_MS = 86_400_000;
/** Messages that one poll reads. */
const BATCH = 200;

/** Dependencies of a courier. */
export interface CourierOptions {
  db: Database;
  clock: Clock;
  senders: Senders;
  /** Notifies the worker of new jobs. */
  wake(): void;
  /** Called when the outbox could not be read. */
  onError(error: unknown): void;
}

/** Polls for messages to send. Several nodes may poll at once: a message has one job. */
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

  /** Stops polling; resolves after the running poll. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  /** Enqueues the messages that have no job yet, and returns their number. */
  async look(): Promise<number> {
    const { db, clock, senders, wake } = this.options;
    const now = clock.now();
    const found = await db.query<{ id: string; m: string; channel: string }>(
      `SELECT id, m, channel FROM outbox WHERE sent_at IS NULL AND at > $1 AND refused IS NULL
        AND NOT EXISTS (SELECT 1 FROM job WHERE job.m = outbox.m AND job.dedupe = 'message/' || outbox.id) ORDER BY at LIMIT ${BATCH}`,
      [toIso(now - LATE_MS)],
    );
    const sendable = found.filter(({ channel }) => Object.hasOwn(senders, channel));
    if (sendable.length === 0) return 0;
    await db.tx(async (tx) => {
      for (const { id, m } of sendable)
        enqueue(tx, { kind: SEND_JOB, dedupe: `message/${id}`, tenant: m, runAt: now, payload: { id } });
    });
    wake();
    return sendable.length;
  }
}

/**
 * Returns the handler that sends one message. An error is retried with growing pauses; a final refusal and a code that is over end it. The text is
 * erased in each case: it holds codes. A message may be sent twice, under one id, when the commit after it is lost.
 */
export const sendMessage =
  (senders: Senders, clock: Clock): JobHandler =>
  async ({ payload, tenant }, { db }) => {
    const id = String(payload["id"]);
    const [row] = await db.query<{
      channel: string;
      target: string;
      subject: string;
      body: string;
      expires_at: string | null;
    }>(
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
