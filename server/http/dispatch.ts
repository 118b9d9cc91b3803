/**
 * The one route under /api: finds the call, admits the caller, reads the body, runs the handler, wraps the answer. What is refused is
 * refused before the body is read, where that is possible.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Entity, Lang, Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { fieldError } from "../core/field-error.ts";
import { FileAnswer } from "../core/file-answer.ts";
import {
  clearSessionCookies,
  credentialsOf,
  deviceCookie,
  setDeviceCookie,
  setSessionCookies,
} from "../session/cookies.ts";
import { deviceCookieValue, deviceOf, newDevice } from "../session/device.ts";
import type { Session } from "../session/sessions.ts";
import { spendProof } from "../session/step-up.ts";
import { actorOf, authorize } from "./authorize.ts";
import { parseFields, parseJson } from "../core/body.ts";
import { ClientGone, type Call, type IdempotentCall, type Route } from "./call.ts";
import {
  KEY_HEADER,
  movesMoney,
  needsKey,
  PROOF_HEADER,
  REPLAYED_HEADER,
  takesKey,
  WARNING_HEADER,
} from "./call-headers.ts";
import { canonical, sha256 } from "../core/canonical.ts";
import { success } from "./envelope.ts";
import { isCrossSite } from "./headers.ts";
import { once } from "./idempotency.ts";
import { languageOf } from "../core/language.ts";
import { oneFile } from "./one-file.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `admitted`. */
    admission?: { route: Route; session: Session | undefined };
  }
}

export async function dispatcher(app: FastifyInstance): Promise<void> {
  app.decorateRequest("admission", undefined);
  app.all("/api/*", { onRequest: admitted }, answer);
}

/** Before the body is read: known call, right method, own page, right content type, session, certification, grants. */
async function admitted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { http } = request.server;
  const path = (request.url.split("?")[0] ?? "").slice("/api".length);
  const methods = http.table().get(path);
  if (!methods) throw new Failure("unknownCall");
  const route = methods[request.method as "GET" | "POST"];
  if (!route) {
    reply.header("allow", Object.keys(methods).join(", "));
    throw new Failure("wrongMethod");
  }
  if (isCrossSite(request, http.publicOrigin)) throw new Failure("crossSite");
  checkContentType(request, route);
  const session =
    route.call.access === "public"
      ? undefined
      : await http.services.sessions.resolve(credentialsOf(request, http.secure));
  if (session) authorize(route, session);
  request.admission = { route, session };
}

function checkContentType(request: FastifyRequest, route: Route): void {
  const { headers, method } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  if (method !== "POST" || !hasBody) return;
  const type = (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (!route.accepts.includes(type)) throw new Failure("wrongType");
}

async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { route } = request.admission!;
  const search = new URLSearchParams(request.url.split("?")[1] ?? "");
  const sent = bodyOf(request, search, route);
  const lang = languageOf(request);
  let etagEnabled = false;
  const call = callRequest(request, reply, search, sent, () => (etagEnabled = true));
  if (route.request) call.body = checkedRequest(route.request, sent, lang);
  const map = await route.handler(call).catch((error: unknown) => passwordFirst(error, request.admission!.session));
  if (map instanceof FileAnswer) return sendFile(reply, map);
  if (etagEnabled && respondNotModified(request, reply, map)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(success(map, lang, request.id));
}

/** Rethrows an error of a handler. A user without a payment password cannot make the proof that is missing: the answer is M16, which says what to do first. */
function passwordFirst(error: unknown, session: Session | undefined): never {
  const unset = error instanceof Failure && error.failure === "proofMissing" && session?.user.payHash === null;
  throw unset ? new Failure("setPayPasswordFirst") : error;
}

function sendFile(reply: FastifyReply, { headers, content }: FileAnswer): FastifyReply {
  // What is made for nobody is let go of; the framework would leave it open.
  if (reply.raw.destroyed) content.destroy(new ClientGone());
  return reply.headers(headers).send(content);
}

/** Longest silence of a connection while its answer is made, in milliseconds. */
const MOST_SILENT_MS = 30 * 60_000;

/** Aborted when the connection closes before the answer is sent. */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientGone());
  };
  reply.raw.once("close", leave);
  if (reply.raw.destroyed) leave();
  reply.raw.setTimeout(MOST_SILENT_MS);
  return gone.signal;
}

/** The request of a call that is no entity's. Throws `invalid`. */
function checkedRequest(request: Entity, sent: Row, lang: Lang): Row {
  const { value, errors } = request.check(withOptionsAsText(request, sent), { lang, side: "server" });
  // What a person types never comes here, only its digest.
  const typed = request.fields.filter(
    (field) => field.digest && typeof value[field.name] === "string" && !DIGEST.test(String(value[field.name])),
  );
  const all = [...errors, ...typed.map((field) => fieldError(`/${field.name}`, "digest", lang))];
  if (all.length > 0) throw new Failure("invalid", {}, all);
  return value;
}
/** Options that are numbers in the specification (`verifyType` 1 or 2) may come as numbers. */
function withOptionsAsText({ fields }: Entity, sent: Row): Row {
  const numbered = fields.filter(
    ({ name, options }) => typeof sent[name] === "number" && options && "values" in options,
  );
  return { ...sent, ...Object.fromEntries(numbered.map(({ name }) => [name, String(sent[name])])) };
}
/** Base64 of a SHA-256. */
const DIGEST = /^[A-Za-z0-9+/]{43}=$/;

const READING: ReadonlySet<string> = new Set(["list", "options", "queue", "export"]);
/** Lists read the query string themselves and name what they do not take, a repeated name among it. */
function bodyOf(request: FastifyRequest, search: URLSearchParams, route: Route): Row {
  const raw = request.body as Buffer | undefined;
  const type = request.headers["content-type"] ?? "";
  if (request.method === "GET") return parseFields(search, READING.has(route.call.name));
  if (route.accepts.includes("multipart/form-data")) return {};
  if (type.toLowerCase().startsWith("application/x-www-form-urlencoded"))
    return parseFields(new URLSearchParams(raw?.toString("utf8") ?? ""));
  return parseJson(raw ?? Buffer.alloc(0));
}

/** Reference data: kept by the browser of this user for a minute, then asked for by its ETag. */
function respondNotModified(request: FastifyRequest, reply: FastifyReply, map: Row): boolean {
  const tag = `"${sha256(JSON.stringify(map)).slice(0, 24)}"`;
  reply.headers({ etag: tag, "cache-control": "private, max-age=60", vary: "cookie, accept-language, token, userid" });
  return request.headers["if-none-match"] === tag;
}

function callRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  search: URLSearchParams,
  sent: Row,
  enableEtag: () => void,
): Call {
  const { http } = request.server;
  const { services, secure } = http;
  const { route, session } = request.admission!;
  const lang = languageOf(request);
  const bodyHash = sha256(canonical(sent));
  const device = deviceOf(services.seal, request.cookies[deviceCookie(secure)]);
  const needed = () => {
    if (!session) throw new Failure("noSession");
    return session;
  };
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  let signal: AbortSignal | undefined;
  return {
    route,
    get signal() {
      return (signal ??= signalOf(reply));
    },
    async readmit() {
      authorize(route, await services.sessions.resolve({ ...credentialsOf(request, secure), passive: true }));
    },
    body: sent,
    rawBody: sent,
    search,
    lang,
    traceId: request.id,
    ip: request.ip,
    get session() {
      return needed();
    },
    get actor() {
      return actorOf(needed(), lang, request.ip, request.id);
    },
    header,
    cookie: (name) => request.cookies[name],
    device,
    keepDevice(kept = device ?? newDevice()) {
      setDeviceCookie(reply, secure, deviceCookieValue(services.seal, kept));
      return kept;
    },
    signIn: (opened, user) => setSessionCookies(reply, secure, opened, user),
    signOut: () => clearSessionCookies(reply, secure),
    findRoute(address) {
      const [method = "", path = ""] = address.split(" ");
      return method === "GET" || method === "POST" ? http.table().get(path)?.[method] : undefined;
    },
    answerHeader: (name, value) => void reply.header(name, value),
    async idempotent(work) {
      if (!takesKey(route)) throw new Error(`${route.id} happens once, but its schema does not say what it "changes"`);
      const { user } = needed();
      const key = { m: user.merId, userId: user.id, given: header(KEY_HEADER), route: route.id, bodyHash };
      // A GET may be sent again by anything between here and the person: what it moves it moves once.
      if (key.given === undefined && needsKey(route, request.method)) throw new Failure("keyMissing");
      if (key.given === undefined && movesMoney(route)) reply.header(WARNING_HEADER, "missing");
      const asked: IdempotentCall = { route, rawBody: sent, name: `${user.id}:${key.given ?? bodyHash}` };
      const { map, replayed } = await once(services.db, key, async (tx) => {
        const done = await work(tx);
        http.hooks?.beforeCommit(asked);
        return done;
      });
      if (replayed) reply.header(REPLAYED_HEADER, "true");
      else await http.hooks?.afterCommit(asked);
      return map;
    },
    async consumeProof(tx) {
      const proof = header(PROOF_HEADER);
      return proof === undefined
        ? undefined
        : spendProof(tx, proof, { sidHash: needed().sidHash, call: route.id, bodyHash });
    },
    upload: () => oneFile(request),
    enableEtag,
  };
}
