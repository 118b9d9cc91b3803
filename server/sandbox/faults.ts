/** Simulated faults of calls that create orders, selected by the last two digits of the amount. */
import { setTimeout as pause } from "node:timers/promises";
import type { Entity, Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import type { CommitHooks, IdempotentCall } from "../http/call.ts";

/** The first call responds with HTTP 500 and changes nothing, but a retry with the same idempotency key succeeds. */
const FAILS_FIRST = 80;
/** The order is committed, but the response arrives after the portal's request timeout. */
const LATE = 81;
/** Delay in milliseconds, which exceeds the portal's request timeout of 15 s (specification, section 9). */
export const RESPONSE_DELAY_MS = 16_000;
/** Maximum number of remembered failed calls. When it is reached, all of them are forgotten. */
const REMEMBERED = 10_000;

/**
 * Commit hooks that inject the faults. A limited number of failed calls is remembered, in this process only, so a call
 * may fail again later or after a restart.
 */
export class CallFaults implements CommitHooks {
  private readonly failed = new Set<string>();
  private readonly closing = new AbortController();

  /** `readEnding` returns the last two digits of an order's amount. */
  constructor(
    private readonly readEnding: (entity: Entity, data: Row) => number,
    private readonly responseDelayMs = RESPONSE_DELAY_MS,
  ) {}

  beforeCommit(call: IdempotentCall): void {
    if (this.readOrderEnding(call) !== FAILS_FIRST || this.failed.has(call.name)) return;
    if (this.failed.size >= REMEMBERED) this.failed.clear();
    this.failed.add(call.name);
    throw new Failure("systemException");
  }

  async afterCommit(call: IdempotentCall): Promise<void> {
    if (this.readOrderEnding(call) !== LATE) return;
    await pause(this.responseDelayMs, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
  }

  /** Ends all delays when the server stops. */
  release(): void {
    this.closing.abort();
  }

  /** Returns the ending of the order that the call creates, or undefined for other calls. */
  private readOrderEnding({ route: { entity, call }, rawBody }: IdempotentCall): number | undefined {
    return entity?.lifecycle && call.name === "create"
      ? this.readEnding(entity, entity.check(rawBody, { lang: "zh", side: "server" }).value)
      : undefined;
  }
}
