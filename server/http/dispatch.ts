/**
 * The route of all calls below /api: finds the call, authorises the caller, reads the body, runs the handler, and wraps
 * the result. Refuses requests before reading the body where possible.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Row, SUCCESS_CODE } from "@portolan/engine";
import type { AccessRule } from "../core/access.ts";
import { sha256 } from "../core/canonical.ts";
import { Failure } from "../core/failure.ts";
import { FileDownload } from "../core/file-download.ts";
import { traceOperation, type TracedOperation } from "../core/diagnostics.ts";
import { OrderAltered } from "../lifecycle/frozen.ts";
import { readLanguage } from "../core/language.ts";
import { readCredentials } from "../session/cookies.ts";
import type { Vocabulary } from "../lifecycle/context.ts";
import type { Session } from "../session/sessions.ts";
import { authorize } from "./authorize.ts";
import { type Call, type CallTable, ClientGone, type Route } from "./call.ts";
import { acceptsKey, KEY_HEADER } from "./call-headers.ts";
import { createCall } from "./create-call.ts";
import { setWroteCookie } from "../session/cookies.ts";
import { buildSuccess } from "./envelope.ts";
import { toFailure } from "./errors.ts";
import { isCrossSite } from "./headers.ts";
import { checkRequest, readBody } from "./request-body.ts";
import { readTrace } from "./trace.ts";

interface Admission {
  /** Routes from which `route` was taken. */
  table: CallTable;
  route: Route;
  /** Undefined for a public call of a product without a visitor. */
  session: Session | undefined;
  /** Why the user may not make the call. Thrown once it is known that no earlier request with its key was executed. */
  refusal?: Failure;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `admit`; undefined when the request was refused earlier. */
    admission?: Admission;
  }
}

export async function registerDispatcher(app: FastifyInstance): Promise<void> {
  app.decorateRequest("admission", undefined);
  app.all("/api/*", { onRequest: admit }, respond);
}

/**
 * Runs the checks that precede the body: call, method, origin, content type, session, certification, grants.
 * @throws Failure of the first check that fails
 */
async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { http } = request.server;
  const path = (request.url.split("?")[0] ?? "").slice("/api".length);
  const table = http.table();
  const methods = table.get(path);
  if (!methods) throw new Failure("unknownCall");
  const { method } = request;
  const route = method === "GET" || method === "POST" ? methods[method] : undefined;
  if (!route) {
    reply.header("allow", Object.keys(methods).join(", "));
    throw new Failure("wrongMethod");
  }
  request.callId = route.id;
  if (isCrossSite(request, http.publicOrigin)) throw new Failure("crossSite");
  checkContentType(request, route);
  const session =
    route.call.access === "public"
      ? http.visitor
      : await http.services.sessions.resolve(readCredentials(request, http.secure));
  const refusal = session && findRefusal(route, session, http.services);
  if (refusal && !(acceptsKey(route) && request.headers[KEY_HEADER])) throw refusal;
  request.admission = { table, route, session, ...(refusal && { refusal }) };
}

/** Returns why the user may not make the call; undefined when they may. @throws Failure `authenticateFirst` */
function findRefusal(route: Route, session: Session, rule: AccessRule): Failure | undefined {
  try {
    authorize(route, session, rule);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.failure === "notGranted") return error;
    throw error;
  }
}

function checkContentType({ headers, method }: FastifyRequest, route: Route): void {
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  if (method !== "POST" || !hasBody) return;
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (!route.accepts.includes(type.trim().toLowerCase())) throw new Failure("wrongType");
}

/**
 * Publishes the call as a unit of work and handles it. Its trace is the one from a trusted proxy, else a new one that
 * ends with the id in the envelope.
 */
function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { admission } = request;
  if (!admission) throw new Error("a request came to its handler without admission");
  const work: TracedOperation = { name: admission.route.id, ...readTrace(request) };
  return traceOperation("call", work, async () => {
    try {
      return await answerCall(request, reply, admission);
    } catch (error) {
      work.outcome = toFailure(error).failure;
      if (error instanceof OrderAltered)
        await request.server.http.services
          .onOrderAltered?.(error)
          .catch((err: unknown) => request.log.error({ err, ...error.order }, "an altered order has no case"));
      throw error;
    }
  });
}

async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { table, route, session, refusal }: Admission,
): Promise<FastifyReply> {
  const search = new URLSearchParams(request.url.split("?")[1] ?? "");
  const rawBody = readBody(request, search, route);
  let etagEnabled = false;
  const enableEtag = () => void (etagEnabled = true);
  if (request.server.services.replica && request.method !== "GET") setWroteCookie(reply, request.server.http.secure);
  const call = createCall({ request, reply, table, route, session, search, rawBody, enableEtag });
  const handle = async () => {
    if (refusal) throw refusal;
    call.body = await checkBody(route, call);
    return route
      .handler(call)
      .catch((error: unknown) => explainMissingProof(error, session, request.server.services.vocabulary));
  };
  const map = await handle().catch((error: unknown) => call.replayEarlier(error));
  request.outcome = SUCCESS_CODE;
  if (map instanceof FileDownload) return sendFile(reply, map);
  if (etagEnabled && matchesEtag(request, reply, map)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(buildSuccess(map, readLanguage(request), request.id));
}

/** Validates the body of a call. @throws Failure `invalid`, with the errors as explained by the route */
async function checkBody({ request, findUnknown, explain }: Route, call: Call): Promise<Row> {
  if (!request) return call.body;
  try {
    const body = checkRequest(request, call.rawBody, call.lang);
    const unknown = findUnknown?.(body, call.lang) ?? [];
    if (unknown.length > 0) throw new Failure("invalid", {}, unknown);
    return body;
  } catch (error) {
    if (!explain || !(error instanceof Failure)) throw error;
    throw new Failure(error.failure, error.params, await explain(error.errors, call.actor));
  }
}

/** Rethrows an error of a handler. `proofMissing` becomes the refusal that the product has for the user. */
function explainMissingProof(error: unknown, session: Session | undefined, { accounts }: Vocabulary): never {
  const isMissing = error instanceof Failure && error.failure === "proofMissing" && session;
  throw isMissing ? new Failure(accounts.findMissingProof(session.user), error.params) : error;
}

function sendFile(reply: FastifyReply, { headers, content }: FileDownload): FastifyReply {
  // Destroy the content, because Fastify does not do so when the client has already disconnected.
  if (reply.raw.destroyed) content.destroy(new ClientGone());
  return reply.headers(headers).send(content);
}

/**
 * Sets the ETag of reference data and lets the browser cache the data for a minute. Returns whether the browser's copy
 * is current.
 */
function matchesEtag(request: FastifyRequest, reply: FastifyReply, map: Row): boolean {
  const tag = `"${sha256(JSON.stringify(map)).slice(0, 24)}"`;
  reply.headers({ etag: tag, "cache-control": "private, max-age=60", vary: "cookie, accept-language, token, userid" });
  return request.headers["if-none-match"] === tag;
}
