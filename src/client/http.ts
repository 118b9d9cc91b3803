/**
 * The only place that sends a request. Adds `token` and `userId`, times out after 15 s, never retries by itself (a GET may move
 * money), and turns every failure into a `CallFailure`. Source: specification 7 and 8; retry: an automatic second GET was measured
 * in ofetch 1.5.1.
 */
import { FetchError, ofetch } from "ofetch";
import type { CallFailure, CallInit, CallPlan, CallResult, Row } from "../engine/index.ts";
import { SUCCESS_CODE, type Envelope } from "../contract/envelope.ts";
import { token, userId } from "./session.ts";

const TIMEOUT_MS = 15_000;
const BASE = "/api";

/** What the shell does when the session or the network says so. */
export interface HttpEvents {
  /** 3001, 3002, 3003 in a body. */
  ended(code: 3001 | 3002 | 3003, message: string): void;
  /** HTTP 302. */
  timedOut(): void;
  /** HTTP 303. */
  uncertified(): void;
  /** Any other HTTP error, with what support needs to find it. */
  broken(traceId: string | undefined): void;
  /** A normal answer: once-only notices may show again. */
  answered(): void;
}
let events: HttpEvents | undefined;
export function onHttp(handlers: HttpEvents): void {
  events = handlers;
}

/** Server time minus ours in ms, from the newest answer's Date header. */
let skew = 0;
export const serverNow = (): number => Date.now() + skew;

type Call = Pick<CallPlan, "method" | "path">;

/** `/mer/x` and `mer/x` are the same call. */
const url = (call: Call) => `${BASE}/${call.path.replace(/^\/+/, "")}`;

export async function send(call: Call, body?: Row, init: CallInit = {}): Promise<CallResult> {
  const response = await request(call, body, init, "json");
  const answer = response._data as Envelope | undefined;
  if (answer?.code === SUCCESS_CODE) {
    events?.answered();
    return answer.map;
  }
  if (answer?.code === 3001 || answer?.code === 3002 || answer?.code === 3003) events?.ended(answer.code, answer.message);
  else events?.answered();
  const map = answer?.map as { errors?: CallFailure["errors"] } | undefined;
  throw failure({ kind: "refused", code: answer?.code ?? 0, message: answer?.message ?? "", traceId: answer?.traceId, errors: map?.errors, map: answer?.map });
}

/** A blob call: hands the file to the browser under the server's name. A refusal arrives as JSON and is thrown like any other. */
export async function download(call: Call, body?: Row): Promise<void> {
  const response = await request(call, body, {}, "blob");
  const blob = response._data as Blob;
  if (response.headers.get("content-type")?.startsWith("application/json")) {
    const answer = JSON.parse(await blob.text()) as Envelope;
    throw failure({ kind: "refused", code: answer.code, message: answer.message, traceId: answer.traceId });
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName(response.headers.get("content-disposition")) ?? "download";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function request(call: Call, body: Row | undefined, init: CallInit, as: "json" | "blob") {
  const headers: Record<string, string> = { userId: userId() };
  const half = token();
  if (half) headers.token = half;
  if (init.idempotencyKey) headers["idempotency-key"] = init.idempotencyKey;
  if (init.proof) headers.proof = init.proof;
  const sent = Date.now();
  let response;
  try {
    response = await ofetch.raw<unknown, typeof as>(url(call), {
      method: call.method,
      ...(call.method === "GET" ? { query: body } : { body: body ?? {} }),
      headers,
      credentials: "include",
      retry: 0,
      // A download may rightly take longer than a call.
      timeout: as === "blob" ? 120_000 : TIMEOUT_MS,
      responseType: as,
      ignoreResponseError: true,
      signal: init.signal,
    });
  } catch (error) {
    throw noAnswer(error, init);
  }
  const date = Date.parse(response.headers.get("date") ?? "");
  // The header has whole seconds: believe it only when we are clearly apart.
  if (Number.isFinite(date) && Math.abs(date - sent) > 2_000) skew = date - sent;
  if (response.status < 300 && !response.redirected) return response;
  const answer = (as === "json" ? response._data : undefined) as Envelope | undefined;
  if (response.status === 302 || response.redirected) events?.timedOut();
  else if (response.status === 303) events?.uncertified();
  else events?.broken(answer?.traceId);
  throw failure({ kind: "broken", code: answer?.code ?? response.status, message: answer?.message ?? "", traceId: answer?.traceId });
}

function noAnswer(error: unknown, init: CallInit): Error {
  if (init.signal?.aborted) return error as Error;
  const timedOut = error instanceof FetchError && /timeout|aborted/i.test(String(error.cause ?? error));
  return failure({ kind: !timedOut && !navigator.onLine ? "offline" : "unknown", code: 0, message: "" });
}

/** An `Error` that is also a `CallFailure`, so a stack stays with it. */
function failure(parts: CallFailure & { map?: CallResult }): Error & CallFailure {
  return Object.assign(new Error(parts.message || parts.kind), parts);
}

function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/i.exec(disposition ?? "")?.[1];
}

/** Uploads with progress: `fetch` cannot report it, so this one request is an XMLHttpRequest. */
export function upload(
  file: File,
  purpose: string,
  { onProgress, signal }: { onProgress(fraction: number): void; signal: AbortSignal },
): Promise<{ id: string; name: string; size: number }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${BASE}/mer/own/file`);
    request.responseType = "json";
    request.withCredentials = true;
    request.setRequestHeader("userId", userId());
    request.setRequestHeader("token", token() ?? "");
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(failure({ kind: navigator.onLine ? "unknown" : "offline", code: 0, message: "" }));
    request.onabort = () => reject(new DOMException("", "AbortError"));
    request.onload = () => {
      const answer = request.response as Envelope<{ id: string; name: string; size: number }> | null;
      if (answer?.code === SUCCESS_CODE) return resolve(answer.map);
      if (!answer || request.status >= 300) events?.broken(answer?.traceId);
      reject(failure({ kind: "refused", code: answer?.code ?? request.status, message: answer?.message ?? "", traceId: answer?.traceId }));
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("purpose", purpose);
    body.append("file", file);
    request.send(body);
  });
}
