/** Converts every error to an envelope in the caller's language, without a stack trace or a framework error page. */
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { FailureName } from "../../src/contract/failures.ts";
import { Failure } from "../core/failure.ts";
import { isDebiting } from "./debiting-calls.ts";
import { ClientGone } from "./call.ts";
import { isConflict, isUnavailable } from "../store/retry.ts";
import { buildRefusal } from "./envelope.ts";
import { readPath, secureHeaders } from "./headers.ts";
import { readLanguage } from "../core/language.ts";
import { endSocket } from "./sockets.ts";
import { createTraceId } from "./trace.ts";

/** Failures for Fastify's own errors, by error code. Other 4xx errors are converted by their status. */
const FRAMEWORK: Record<string, FailureName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "tooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "wrongType",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "badJson",
  FST_REQ_FILE_TOO_LARGE: "tooLarge",
  FST_ERR_HANDLER_TIMEOUT: "systemException",
};
/** SQLSTATE `unique_violation`, as when a concurrent transaction inserted the same key. */
const UNIQUE_VIOLATION = "23505";
/** SQLSTATE `lock_not_available`, after a lock timeout. Nothing was changed, and the call may be retried. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Converts an error to a failure; `systemException` for an unknown error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode }: Partial<FastifyError> = error instanceof Error ? error : {};
  const framework = code === undefined ? undefined : FRAMEWORK[code];
  if (framework) return new Failure(framework);
  if (code === UNIQUE_VIOLATION) return new Failure("duplicate");
  if (code === LOCK_NOT_AVAILABLE) return new Failure("tooMany");
  if (isConflict(error) || isUnavailable(error)) return new Failure("busy");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure(statusCode === 413 ? "tooLarge" : statusCode === 415 ? "wrongType" : "badJson");
  return new Failure("systemException");
}

/** Responds with the envelope of an error. Sends nothing when the client has disconnected. */
export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ClientGone) return reply.hijack();
  const {
    failure,
    params,
    errors,
    debited = request.admission !== undefined && isDebiting(request.admission.route),
  } = toFailure(error);
  if (failure === "systemException")
    request.log.error({ err: error, traceId: request.id, url: request.url.split("?")[0] }, "unexpected");
  const { status, body } = buildRefusal({ failure, params, errors, debited }, readLanguage(request), request.id);
  request.outcome = body.code;
  request.failure = failure;
  if (failure === "keyUnknown")
    request.log.error({ traceId: request.id, kid: params.kid }, "a key is missing on this node: add it to KEYS");
  if (failure === "throttled" || failure === "tooMany" || failure === "busy" || failure === "keyUnknown")
    reply.header("retry-after", String(params.seconds ?? 1));
  return reply.code(status).type("application/json; charset=utf-8").send(body);
}

/** Handles a URL that Fastify cannot decode. */
export function onMalformedUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  secureHeaders(request, reply, false);
  onError(new Failure("badText"), request, reply);
}

/**
 * Writes the response to the socket when the bytes are not HTTP or the headers are too large. Fastify receives no
 * request then.
 */
export function onMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // Browsers keep idle connections open, and 408 is the only status that they do not take for the response to their
  // next request.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return endSocket(socket);
  const { body } = buildRefusal({ failure: "badText" }, "zh", createTraceId());
  const text = JSON.stringify(body);
  endSocket(
    socket,
    `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** Paths of assets and calls. They are never pages, even when a browser navigates to them. */
const NO_PAGE = /^\/(api|assets)(\/|$)|\.\w+$/;

/**
 * Returns the handler for unknown paths. A GET or HEAD of a portal page gets `index.html`. Anything else is 404: an
 * envelope, or the portal's "not found" page when a browser navigates to a path outside `NO_PAGE`.
 */
export function onUnknown(
  sendIndex: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  isPage: (path: string) => boolean,
) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = readPath(request);
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && isPage(path)) return sendIndex(request, reply);
    if (reads && !NO_PAGE.test(path) && isNavigation(request)) return sendIndex(request, reply.code(404));
    return onError(new Failure("unknownCall"), request, reply);
  };
}

/** Returns whether a request is a navigation of a browser, and not sent by a script or probe. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return (
    headers["sec-fetch-mode"] === "navigate" ||
    (headers["sec-fetch-mode"] === undefined && (headers.accept ?? "").includes("text/html"))
  );
}
