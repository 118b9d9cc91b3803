import type { Attributes } from "../core/diagnostics.ts";

/** A finished span. Times are milliseconds since the epoch in real time. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  /** SpanKind: 2 server, 3 client, 5 consumer. */
  kind: 2 | 3 | 5;
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  /** Spans in other traces that caused this one. */
  links?: readonly { traceId: string; spanId: string }[] | undefined;
  isError: boolean;
}

/** Maximum number of queued spans. Any further spans are dropped. */
const MAX_WAITING = 4_096;
const BATCH = 512;
const SEND_EVERY_MS = 5_000;
const TIMEOUT_MS = 5_000;

const toNanos = (ms: number) => `${Math.round(ms * 1_000)}000`;
const toPairs = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
  }));

const toJson = ({ startedAt, endedAt, attributes, isError, ...span }: Span) => ({
  ...span,
  startTimeUnixNano: toNanos(startedAt),
  endTimeUnixNano: toNanos(endedAt),
  attributes: toPairs(attributes),
  status: isError ? { code: 2 } : {},
});

/**
 * Exports spans in batches as OTLP 1.x in JSON over HTTP. Spans that the collector does not accept are dropped without
 * a retry.
 */
export class SpanSender {
  private waiting: Span[] = [];
  private readonly timer: NodeJS.Timeout;
  private sending: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly resource: Attributes,
  ) {
    this.timer = setInterval(() => this.flush(), SEND_EVERY_MS);
    this.timer.unref();
  }

  add(span: Span): void {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push(span);
    if (this.waiting.length >= BATCH) this.flush();
  }

  /** Stops the timer and exports queued spans, at most one batch. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    this.flush();
    await this.sending;
  }

  private flush(): void {
    if (this.sending || this.waiting.length === 0) return;
    const spans = this.waiting.splice(0, BATCH);
    this.sending = this.send(spans).finally(() => (this.sending = undefined));
  }

  private async send(spans: readonly Span[]): Promise<void> {
    const scopeSpans = [{ scope: { name: "portolan" }, spans: spans.map(toJson) }];
    const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: toPairs(this.resource) }, scopeSpans }] });
    await fetch(`${this.url.replace(/\/$/, "")}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
  }
}
