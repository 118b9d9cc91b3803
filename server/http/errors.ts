/** Whatever goes wrong becomes an envelope in the reader's language: never a stack, never a framework's own page. */
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { FailureName } from "../../src/contract/failures.ts";
import { Failure } from "../core/failure.ts";
import { debits } from "./debits.ts";
import { ClientGone } from "./call.ts";
import { isConflict } from "../store/retry.ts";
import { refusal } from "./envelope.ts";
import { pathOf, secureHeaders } from "./headers.ts";
import { languageOf } from "../core/language.ts";
import { endSocket } from "./sockets.ts";
import { newTraceId } from "./trace.ts";

/** Fastify's own refusals by their code; any other 4xx of it is a malformed request. */
const FRAMEWORK: Record<string, FailureName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "tooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "wrongType",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "badJson",
  FST_REQ_FILE_TOO_LARGE: "tooLarge",
  FST_ERR_HANDLER_TIMEOUT: "systemException",
};
/** What the database says of values that no schema can judge: a unique key taken meanwhile. */
const UNIQUE_VIOLATION = "23505";
/** So much waits for the database (or for one row of it) that this call's turn did not come: nothing was begun, it may be asked again. */
const NO_TURN = "55P03";

/** The failure behind an error; unknown ones are our own fault. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && FRAMEWORK[code]) return new Failure(FRAMEWORK[code]);
  if (code === UNIQUE_VIOLATION) return new Failure("duplicate");
  if (code === NO_TURN) return new Failure("tooMany");
  if (isConflict(error)) return new Failure("busy");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure(statusCode === 413 ? "tooLarge" : statusCode === 415 ? "wrongType" : "badJson");
  return new Failure("systemException");
}

/** Fastify's error handler. */
export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ClientGone) return reply.hijack();
  const {
    failure,
    params,
    errors,
    debited = request.admission !== undefined && debits(request.admission.route),
  } = failureOf(error);
  if (failure === "systemException")
    request.log.error({ err: error, traceId: request.id, url: request.url.split("?")[0] }, "unexpected");
  const { status, body } = refusal(failure, languageOf(request), request.id, params, errors, debited);
  if (failure === "throttled" || failure === "tooMany" || failure === "busy")
    reply.header("retry-after", String(params.seconds ?? 1));
  return reply.code(status).type("application/json; charset=utf-8").send(body);
}

/** A URL that cannot be decoded. */
export function onMalformedUrl(_error: FastifyError, request: any, reply: any): void {
  secureHeaders(request, reply, false);
  onError(new Failure("badText"), request, reply);
}

/** Not HTTP at all, or headers too large: Fastify never sees a request, so the answer is written by hand. */
export function onMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // A browser keeps connections ready on which it has asked nothing yet. 408 is the one answer that it does not take for its next question's.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return endSocket(socket);
  const { body } = refusal("badText", "zh", newTraceId());
  const text = JSON.stringify(body);
  endSocket(
    socket,
    `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** Asset addresses and calls are none of a page even where a browser opens them. */
const NO_PAGE = /^\/(api|assets)(\/|$)|\.\w+$/;

/**
 * Addresses that are no route. Those of the portal's pages get its `index.html`. Any other is 404: an envelope, and for a browser that goes
 * there the portal, which says so in words with the way home.
 */
export function onUnknown(
  sendIndex: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  isPage: (path: string) => boolean,
) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && isPage(path)) return sendIndex(request, reply);
    if (reads && !NO_PAGE.test(path) && isNavigation(request)) return sendIndex(request, reply.code(404));
    return onError(new Failure("unknownCall"), request, reply);
  };
}

/** A browser opens this address for a person: neither scripts nor probes say so. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return (
    headers["sec-fetch-mode"] === "navigate" ||
    (headers["sec-fetch-mode"] === undefined && (headers.accept ?? "").includes("text/html"))
  );
}
