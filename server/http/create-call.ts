import type { FastifyReply, FastifyRequest } from "fastify";
import type { Row } from "@portolan/engine";
import { canonicalize, sha256 } from "../core/canonical.ts";
import { Failure } from "../core/failure.ts";
import { readLanguage } from "../core/language.ts";
import {
  clearSessionCookies,
  readCredentials,
  getDeviceCookieName,
  setDeviceCookie,
  setSessionCookies,
  getWroteCookieName,
} from "../session/cookies.ts";
import { sealDeviceCookie, readDevice, createDevice } from "../session/device.ts";
import type { Session } from "../session/sessions.ts";
import { consumeProof } from "../session/step-up.ts";
import { findUserWord } from "../core/actor.ts";
import { createActor, authorize } from "./authorize.ts";
import {
  KEY_HEADER,
  canMoveMoney,
  requiresKey,
  PROOF_HEADER,
  REPLAYED_HEADER,
  acceptsKey,
  WARNING_HEADER,
} from "./call-headers.ts";
import { ClientGone, type Call, type CallTable, type IdempotentCall, type Route } from "./call.ts";
import { runOnce } from "./idempotency.ts";
import { readUpload } from "./read-upload.ts";

/** An authorised request and its reply. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Routes from which `route` was taken. */
  table: CallTable;
  route: Route;
  /** Undefined for a public call of a product without a visitor. */
  session: Session | undefined;
  search: URLSearchParams;
  rawBody: Row;
  enableEtag(): void;
}

/** Creates the call for a request. The body has not been validated yet. */
export function createCall(exchange: Exchange): Call {
  const { request, reply, table, route, search, rawBody, enableEtag } = exchange;
  const { http } = request.server;
  const lang = readLanguage(request);
  let signal: AbortSignal | undefined;
  return {
    ...createBrowserPart(exchange),
    ...createTransactionPart(exchange),
    route,
    search,
    body: rawBody,
    rawBody,
    lang,
    ip: request.ip,
    traceId: request.id,
    get session() {
      return requireSession(exchange);
    },
    get actor() {
      return createActor(requireSession(exchange), findUserWord(route.schemas.dialect), {
        lang,
        ip: request.ip,
        traceId: request.id,
      });
    },
    get signal() {
      return (signal ??= createSignal(reply));
    },
    async readmit() {
      if (route.call.access === "public") return;
      const credentials = { ...readCredentials(request, http.secure), passive: true };
      authorize(route, await http.services.sessions.resolve(credentials), http.services);
    },
    findRoute(address) {
      const [method = "", path = ""] = address.split(" ");
      return method === "GET" || method === "POST" ? table.get(path)?.[method] : undefined;
    },
    upload: () => readUpload(request),
    enableEtag,
  };
}

function requireSession({ session }: Exchange): Session {
  if (!session) throw new Failure("noSession");
  return session;
}

/** Returns a request header; undefined when it is absent or empty. */
function readHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" && value !== "" ? value : undefined;
}

type Browser = "header" | "cookie" | "hasJustWritten" | "device" | "keepDevice" | "signIn" | "signOut" | "answerHeader";

function createBrowserPart({ request, reply }: Exchange): Pick<Call, Browser> {
  const { services, secure, cookies } = request.server.http;
  const device = readDevice(services.seal, request.cookies[getDeviceCookieName(secure)]);
  return {
    header: (name) => readHeader(request, name),
    cookie: (name) => request.cookies[name],
    hasJustWritten: request.cookies[getWroteCookieName(secure)] !== undefined,
    device,
    keepDevice(kept = device ?? createDevice()) {
      setDeviceCookie(reply, secure, sealDeviceCookie(services.seal, kept));
      return kept;
    },
    signIn: (opened, user) => setSessionCookies(reply, { secure, names: cookies }, opened, user),
    signOut: () => clearSessionCookies(reply, { secure, names: cookies }),
    answerHeader: (name, value) => void reply.header(name, value),
  };
}

function createTransactionPart(exchange: Exchange): Pick<Call, "idempotent" | "replayEarlier" | "consumeProof"> {
  const { request, reply, route, rawBody } = exchange;
  const { services, hooks } = request.server.http;
  const bodyHash = sha256(canonicalize(rawBody));
  let claimsKey = false;
  const transaction: Pick<Call, "idempotent" | "replayEarlier" | "consumeProof"> = {
    async idempotent(work) {
      claimsKey = true;
      if (!acceptsKey(route))
        throw new Error(`${route.id} happens once, but its schema does not say what it "changes"`);
      const { user } = requireSession(exchange);
      const key = {
        tenant: user.tenant,
        userId: user.id,
        given: readHeader(request, KEY_HEADER),
        route: route.id,
        bodyHash,
      };
      // Require a key, because browsers and proxies may repeat a GET on their own.
      if (key.given === undefined && requiresKey(route, request.method)) throw new Failure("keyMissing");
      if (key.given === undefined && canMoveMoney(route)) reply.header(WARNING_HEADER, "missing");
      const call: IdempotentCall = { route, rawBody, name: `${user.id}:${key.given ?? bodyHash}` };
      // A call that is repeated in a transaction of its own, or because of a conflict, meets its simulated fault again.
      let fault: Promise<void> | undefined;
      const { map, replayed } = await runOnce(
        services.db,
        key,
        async (tx) => {
          const done = await work(tx);
          await (fault ??= (async () => hooks?.beforeCommit(call))());
          return done;
        },
        { mayShare: route.entity?.lifecycle !== undefined && route.call.name === "create" },
      );
      if (replayed) reply.header(REPLAYED_HEADER, "true");
      else await hooks?.afterCommit(call);
      return map;
    },
    async replayEarlier(error) {
      const given = readHeader(request, KEY_HEADER);
      if (!(error instanceof Failure) || claimsKey || given === undefined || !acceptsKey(route)) throw error;
      return transaction.idempotent(() => Promise.reject(error));
    },
    async consumeProof(tx) {
      const proof = readHeader(request, PROOF_HEADER);
      if (proof === undefined) return undefined;
      return consumeProof(tx, proof, { holder: requireSession(exchange), call: route.id, bodyHash });
    },
  };
  return transaction;
}

/** Maximum idle time of a connection while its response is being created, in milliseconds. */
const MAX_SILENT_MS = 30 * 60_000;

/**
 * Returns a signal that is aborted when the connection closes before the response is sent. Also extends the
 * connection's idle timeout to `MAX_SILENT_MS`.
 */
function createSignal(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) disconnected.abort(new ClientGone());
  };
  reply.raw.once("close", leave);
  if (reply.raw.destroyed) leave();
  reply.raw.setTimeout(MAX_SILENT_MS);
  return disconnected.signal;
}
