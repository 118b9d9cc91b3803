/**
 * Sends the calls of the portal, including the requests of downloads but not uploads (both in `files.ts`). Adds `token`
 * and `userId`, times out after 15 s (downloads after 120 s), and turns failures into a `CallFailure`. ofetch's retries
 * are disabled because a GET may move money, and ofetch 1.5.1 was observed to retry GET requests by default. Source:
 * specification 7 and 8.
 */
import type { Row } from "../../model/field.ts";
import { ofetch } from "ofetch";
import type { CallFailure, CallInit, CallResult } from "../../model/ports.ts";
import { type Envelope, PROOF_OF_WORK_REQUIRED, SUCCESS_CODE, TIME_HEADER } from "../../model/envelope.ts";
import { getApp } from "../options.ts";
import type { Endpoint } from "./endpoints.ts";
import { isEndedToken, readToken, readUserId } from "./session.ts";

export const BASE = "/api";
/** Default timeout of a call, in ms. */
const TIMEOUT_MS = 15_000;

/** Session and network events, handled by the shell. */
export interface HttpEvents {
  /** Response body with code 3001, 3002 or 3003. */
  ended(code: 3001 | 3002 | 3003, message: string): void;
  /** HTTP 302: the session timed out. */
  timedOut(): void;
  /** HTTP 303: the call requires an access level that the user has not reached. */
  restricted(): void;
  /**
   * Any other HTTP error, with the trace id for support. `confirmed`: the call carried a step-up proof and may have
   * been executed.
   */
  broken(traceId: string | undefined, confirmed: boolean): void;
  /** A request made by the user, which extends the session. */
  used(): void;
  /** A successful response, after which one-time notices may be shown again. */
  receivedResponse(): void;
}
let events: HttpEvents | undefined;
/** Events raised before the shell is mounted, queued for it. */
const pendingEvents: ((shell: HttpEvents) => void)[] = [];
function emit(event: (shell: HttpEvents) => void): void {
  if (events) event(events);
  else pendingEvents.push(event);
}
export function setHttpEvents(handlers: HttpEvents): void {
  events = handlers;
  for (const event of pendingEvents.splice(0)) event(handlers);
}

/** Server time minus local time in ms, from the most recent response; 0 for a difference of up to 2 s. */
let clockSkewMs = 0;
export const readServerNow = (): number => Date.now() + clockSkewMs;

/** Returns the URL of a call. A leading slash in the path is optional. */
const buildUrl = (call: Endpoint) => `${BASE}/${call.path.replace(/^\/+/, "")}`;

/**
 * Sends a call. Resolves to the `map` of the response envelope.
 * @throws CallFailure
 */
export const send = (call: Endpoint, body?: Row, init: CallInit = {}): Promise<CallResult> =>
  sendChecked(call, body, init);

let pendingCalls = 0;
/** Returns the number of pending requests, not counting uploads. */
export const countPendingCalls = (): number => pendingCalls;

/** Pending mutating calls, any of which may end the session. */
const pendingChanges = new Set<Promise<unknown>>();

/** `work`: solution of the proof of work that a response required; empty when none was found. */
type Sending = CallInit & { work?: string };

async function sendChecked(call: Endpoint, body: Row | undefined, init: Sending): Promise<CallResult> {
  const sentToken = readToken();
  const response = await request(call, body, init, "json");
  const envelope = response._data as Envelope | undefined;
  // A proxy or a captive portal has responded in place of the server, or the response was cut.
  if (typeof envelope?.code !== "number") {
    emit((shell) => shell.broken(undefined, init.proof !== undefined));
    throw createBroken(200, undefined);
  }
  handleStatus(200, envelope, sentToken);
  if (envelope.code === SUCCESS_CODE) return envelope.map;
  // Retried once with the solution. If the server requires another proof of work, the call fails.
  if (envelope.code === PROOF_OF_WORK_REQUIRED && init.work === undefined)
    return sendChecked(call, body, {
      ...init,
      work: await (await import("./proof-of-work.ts")).solveProofOfWork(envelope.map),
    });
  const map = envelope.map as { errors?: CallFailure["errors"] } | undefined;
  throw createFailure({
    kind: "refused",
    code: envelope.code,
    message: envelope.message ?? "",
    traceId: envelope.traceId,
    errors: map?.errors,
    map: envelope.map,
  });
}

/** Notifies the shell of a response. `sentToken`: token that the request carried. */
export function handleStatus(
  status: number,
  envelope: Envelope | undefined,
  sentToken: string | undefined,
  confirmed = false,
): void {
  if (status === 302) void reportEnd(sentToken, (shell) => shell.timedOut());
  else if (status === 303) emit((shell) => shell.restricted());
  else if (status >= 300) emit((shell) => shell.broken(envelope?.traceId, confirmed));
  else if (envelope?.code === 3001 || envelope?.code === 3002 || envelope?.code === 3003) {
    const { code, message } = envelope;
    void reportEnd(sentToken, (shell) => shell.ended(code, message));
  } else emit((shell) => shell.receivedResponse());
}

/**
 * Notifies the shell that the session has ended, unless this tab has already ended it or a newer session has replaced
 * it.
 */
async function reportEnd(sentToken: string | undefined, report: (shell: HttpEvents) => void): Promise<void> {
  // A sign-out or password change ends the session on the server before its own response arrives, and that response
  // explains why.
  if (pendingChanges.size > 0) {
    await Promise.allSettled(pendingChanges);
    // Gives the caller of that request a chance to end the session first.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (sentToken === undefined || !isEndedToken(sentToken)) emit(report);
}

/** Format in which a response is read. */
type As = "json" | "blob";
/** Ticket of a queued download, and a callback that receives a function to extend the timeout. */
interface InLine {
  ticket: string;
  onExtend(extend: () => void): void;
}

/**
 * Sends a request and returns the response, of any code.
 * @throws CallFailure when there is no response, its status is not 2xx or it was redirected; the error of `fetch` when
 * `init.signal` is aborted
 */
export async function request(call: Endpoint, body: Row | undefined, init: Sending, as: As, inLine?: InLine) {
  const headers: Record<string, string> = { userId: readUserId() };
  const sentToken = readToken();
  if (sentToken) headers.token = sentToken;
  if (inLine) headers["export-ticket"] = inLine.ticket;
  if (init.idempotencyKey) headers["idempotency-key"] = init.idempotencyKey;
  if (init.proof) headers.proof = init.proof;
  if (init.work) headers.work = init.work;
  if (init.passive) headers.passive = "1";
  else emit((shell) => shell.used());
  const sent = Date.now();
  let mayBeSent = navigator.onLine;
  const noteOnline = () => (mayBeSent = true);
  window.addEventListener("online", noteOnline);
  // ofetch ignores its timeout option when a signal is passed, so one controller handles both.
  const limit = new AbortController();
  // Downloads have a longer timeout, which is extended while the file is queued.
  const startTimer = () =>
    setTimeout(() => limit.abort(), as === "blob" ? 120_000 : (getApp().timeoutMs ?? TIMEOUT_MS));
  let timer = startTimer();
  inLine?.onExtend(() => {
    clearTimeout(timer);
    timer = startTimer();
  });
  const abort = () => limit.abort();
  if (init.signal?.aborted) abort();
  init.signal?.addEventListener("abort", abort, { once: true });
  pendingCalls += 1;
  const pending = ofetch.raw<unknown, typeof as>(buildUrl(call), {
    method: call.method,
    ...(call.method === "GET" ? { query: body ?? {} } : { body: body ?? {} }),
    headers,
    credentials: "include",
    retry: 0,
    responseType: as,
    ignoreResponseError: true,
    signal: limit.signal,
  });
  if (call.method !== "GET" && as === "json") pendingChanges.add(pending);
  let response;
  try {
    response = await pending;
  } catch (error) {
    throw createNoAnswer(error, init, mayBeSent || limit.signal.aborted);
  } finally {
    window.removeEventListener("online", noteOnline);
    pendingCalls -= 1;
    pendingChanges.delete(pending);
    clearTimeout(timer);
    init.signal?.removeEventListener("abort", abort);
  }
  const time = Date.parse(response.headers.get(TIME_HEADER) ?? "");
  // Differences of up to 2 s are attributed to latency, not to clock skew.
  if (Number.isFinite(time)) clockSkewMs = Math.abs(time - sent) > 2_000 ? time - sent : 0;
  if (response.status < 300 && !response.redirected) return response;
  // What a redirect leads to proves nothing about the call.
  const envelope = (as === "json" && !response.redirected ? response._data : undefined) as Envelope | undefined;
  handleStatus(response.redirected ? 302 : response.status, envelope, sentToken, init.proof !== undefined);
  throw createBroken(response.status, envelope);
}

/** Returns the failure of a response that is no envelope or has another status. Its code is the status, if need be. */
const createBroken = (status: number, envelope: Partial<Envelope> | undefined) =>
  createFailure({
    kind: "broken",
    code: envelope?.code ?? status,
    message: envelope?.message ?? "",
    traceId: envelope?.traceId,
  });

/**
 * Returns the failure of a request without a response. A request that was pending while the browser was online may have
 * been executed, even when the network is gone by now: `offline` would let its idempotency key go, and a payment be sent
 * again under another.
 */
function createNoAnswer(error: unknown, init: CallInit, mayBeSent: boolean): Error {
  if (init.signal?.aborted) return error as Error;
  return createFailure({ kind: mayBeSent || navigator.onLine ? "unknown" : "offline", code: 0, message: "" });
}

/** Returns a `CallFailure` that is also an `Error`, to preserve the stack trace. */
export function createFailure(parts: CallFailure): Error & CallFailure {
  return Object.assign(new Error(parts.message || parts.kind), parts);
}
