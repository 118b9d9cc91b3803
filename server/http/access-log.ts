/** Request metrics and the access log. */
import type { FastifyInstance } from "fastify";
import { HEALTH_PATHS } from "./health.ts";
import { readPath } from "./headers.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Measures each request, and writes one line of level `info` for it (`debug` for a probe): who called what, how it ended, how long it took. Never a
 * body, a query or a header.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics, node?: string): void {
  app.decorateRequest("callId", undefined);
  app.decorateRequest("outcome", undefined);
  app.decorateRequest("failure", undefined);
  app.addHook("onRequest", async (_request, reply) => {
    metrics.begin();
    // Emitted for aborted requests, too.
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
    /** Code of the envelope that was answered; undefined for an answer without one. */
    outcome?: number | undefined;
    /** Name of the failure that was answered. */
    failure?: string | undefined;
    /** The call that was found; undefined for a page and an unknown address. */
    callId?: string | undefined;
  }
}
