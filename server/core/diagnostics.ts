/**
 * Diagnostics channels for the work of the server: calls, jobs, provider requests and SQL statements. Metrics and
 * traces subscribe to them.
 */
import { channel, tracingChannel } from "node:diagnostics_channel";

/** Attributes of a metric or span. They never contain user input. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A unit of work and its outcome. */
export interface TracedOperation {
  /** Name of the operation, such as `withdrawal.create`, `bank.pay` or `submit`. */
  name: string;
  attributes?: Attributes | undefined;
  /** Outcome, set while the work runs. Default: `ok`, or `error` after an exception. */
  outcome?: string | undefined;
  /** Trace id, 32 hexadecimal digits. */
  traceId?: string | undefined;
  /** `traceparent` of the work that caused this work, if it belongs to another trace. */
  cause?: string | undefined;
  /** Id of the parent span in another system, 16 hexadecimal digits. */
  parentId?: string | undefined;
  error?: unknown;
  /** Start time on the monotonic clock, in milliseconds. */
  startedAt?: number;
}

const defineChannel = (kind: string) => tracingChannel<unknown, TracedOperation>(`portolan:${kind}`);

/** Channels by kind of work. */
export const channels = {
  call: defineChannel("call"),
  job: defineChannel("job"),
  ask: defineChannel("ask"),
  statement: defineChannel("statement"),
};
export type OperationKind = keyof typeof channels;

/** Channel for the SQLSTATE of each retried statement or transaction. */
export const retries = channel("portolan:retry");

/**
 * Runs a unit of work and publishes it to subscribers. Without subscribers, it only runs the work.
 *
 * @example
 * const response = await traceOperation("ask", { name: "submit", attributes: { port: "payout" } }, () => provider.submit(request, signal));
 */
export function traceOperation<T>(kind: OperationKind, work: TracedOperation, run: () => Promise<T>): Promise<T> {
  const { start, asyncEnd } = channels[kind];
  if (!start.hasSubscribers && !asyncEnd.hasSubscribers) return run();
  work.startedAt = performance.now();
  return channels[kind].tracePromise(run, work);
}

let readTrace: (() => string | undefined) | undefined;

/** Sets the function behind `getTraceparent`. Called when tracing starts and stops. */
export function setTraceSource(source: (() => string | undefined) | undefined): void {
  readTrace = source;
}

/** Returns the W3C `traceparent` of the current work; undefined without tracing. */
export const getTraceparent = (): string | undefined => readTrace?.();

export const isTracedOperation = (message: unknown): message is TracedOperation =>
  typeof message === "object" && message !== null && "name" in message && typeof message.name === "string";
