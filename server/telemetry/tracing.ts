/** Creates spans from the diagnostics channels of `core/diagnostics.ts`. Loaded only when a collector is configured. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import {
  isTracedOperation,
  setTraceSource,
  channels,
  type Attributes,
  type TracedOperation,
  type OperationKind,
} from "../core/diagnostics.ts";
import { SpanSender, type Span } from "./otlp.ts";

export interface TracingOptions {
  /** URL of the collector, without `/v1/traces`. */
  url: string;
  /** Sampling ratio of traces, from 0 to 1. */
  share: number;
  resource: Attributes;
}

interface OpenSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  links?: Span["links"] | undefined;
  isSampled: boolean;
  startedAt: number;
}

const KINDS: Readonly<Record<OperationKind, Span["kind"]>> = { call: 2, job: 5, ask: 3, statement: 3 };
/** Number of hexadecimal digits of a trace id that decide whether it is sampled, and the number of their values. */
const DIGITS = 8;
const VALUES = 16 ** DIGITS;
const createId = (bytes: number) => randomBytes(bytes).toString("hex");
/** Outcomes that set the status of a span to error. */
const ERRORS: ReadonlySet<string> = new Set(["error", "systemException"]);

/** Returns the W3C `traceparent` of a span. */
const formatTraceparent = (span: OpenSpan | undefined): string | undefined =>
  span && `00-${span.traceId}-${span.spanId}-${span.isSampled ? "01" : "00"}`;

/** Parses the output of `formatTraceparent`. Returns undefined for anything else. */
function parseTraceparent(text = "") {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/.exec(text) ?? [];
  return traceId && spanId ? { span: { traceId, spanId }, isSampled: flags === "01" } : undefined;
}

/** Starts tracing this process. Returns a function that stops tracing and exports queued spans, at most one batch. */
export function startTracing({ url, share, resource }: TracingOptions): () => Promise<void> {
  const sender = new SpanSender(url, resource);
  const current = new AsyncLocalStorage<OpenSpan>();
  const open = new WeakMap<TracedOperation, OpenSpan>();
  const begin = (work: TracedOperation): OpenSpan => {
    const parent = current.getStore();
    const cause = parent ? undefined : parseTraceparent(work.cause);
    const traceId = parent?.traceId ?? work.traceId ?? createId(16);
    const span: OpenSpan = {
      traceId,
      spanId: createId(8),
      parentSpanId: parent?.spanId ?? work.parentId,
      ...(cause && { links: [cause.span] }),
      // Work that a sampled call enqueued is sampled as well.
      isSampled: parent?.isSampled ?? cause?.isSampled ?? Number.parseInt(traceId.slice(-DIGITS), 16) < share * VALUES,
      startedAt: performance.timeOrigin + performance.now(),
    };
    open.set(work, span);
    return span;
  };
  const end = (kind: OperationKind) => (message: unknown) => {
    const span = isTracedOperation(message) ? open.get(message) : undefined;
    if (!span?.isSampled || !isTracedOperation(message)) return;
    const { name, attributes = {}, outcome = message.error === undefined ? "ok" : "error" } = message;
    const { isSampled: _sampled, ...ids } = span;
    const endedAt = performance.timeOrigin + performance.now();
    sender.add({
      ...ids,
      name,
      kind: KINDS[kind],
      endedAt,
      attributes: { ...attributes, "portolan.outcome": outcome },
      isError: ERRORS.has(outcome),
    });
  };
  const listeners = (["call", "job", "ask", "statement"] as const).map((kind) => {
    const listener = end(kind);
    channels[kind].start.bindStore(current, begin);
    channels[kind].asyncEnd.subscribe(listener);
    return { kind, listener };
  });
  setTraceSource(() => formatTraceparent(current.getStore()));
  return async () => {
    setTraceSource(undefined);
    for (const { kind, listener } of listeners) {
      channels[kind].start.unbindStore(current);
      channels[kind].asyncEnd.unsubscribe(listener);
    }
    await sender.stop();
  };
}
