/** Measures requests and writes the access log. */
import type { FastifyInstance } from "fastify";
import { HEALTH_PATHS } from "./health.ts";
import { readPath } from "./headers.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Measures each request and logs one line at level `info` (`debug` for a probe): caller, call, outcome and duration.
 * Never logs a body, query or header.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics, node?: string): void {
  app.decorateRequest("callId", undefined);
  app.decorateRequest("outcome", undefined);
  app.decorateRequest("failure", undefined);
  app.addHook("onRequest", async (_request, reply) => {
    metrics.begin();
    // Count on `close`, which is also emitted for aborted requests.
    reply.raw.once("close", () => metrics.end());
  });
  app.addHook("onResponse", async (request, reply) => {
    const { admission, callId, outcome = reply.statusCode, failure } = request;
    const ms = reply.elapsedTime;
    const isProbe = HEALTH_PATHS.has(readPath(request));
    const call = callId ?? (isProbe ? "probe" : request.url.startsWith("/api/") ? "unknown" : "page");
    metrics.observe(call, outcome, ms, failure);
    request.log[isProbe ? "debug" : "info"](
      {
        call,
        code: outcome,
        status: reply.statusCode,
        ms: Math.round(ms),
        bytes: Number(reply.getHeader("content-length") ?? 0),
        m: admission?.session?.user.tenant,
        user: admission?.session?.user.id,
        traceId: request.id,
        ...(node !== undefined && { node }),
      },
      "request",
    );
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Code of the envelope that was sent; undefined for a response that is not an envelope. */
    outcome?: number | undefined;
    failure?: string | undefined;
    /** Id of the call; undefined for a page or an unknown address. */
    callId?: string | undefined;
  }
}
