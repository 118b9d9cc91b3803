/** Sends signed requests to a provider. Follows no redirects, limits responses, and accepts only JSON. */
import { randomUUID } from "node:crypto";
import type { Agent, Dispatcher } from "undici";
import { NotSent } from "../provider-port.ts";
import { signMessage, type Secrets } from "./signature.ts";
import { readErrorMessage } from "../../core/error-message.ts";

/** Address of a provider, and the secrets with which requests are signed. */
export interface Connection {
  /** Base URL. The paths of requests are appended. */
  url: URL;
  secrets: Secrets;
  /** Client certificate and key in PEM, for mutual TLS. */
  cert?: string | undefined;
  key?: string | undefined;
  /** CA certificates in PEM with which the provider's certificate is verified. Default: those of the system. */
  ca?: string | undefined;
}

export interface Request {
  method: "GET" | "POST";
  path: string;
  /** Id of the signed message. Default: a random one. */
  id?: string;
  body?: unknown;
  signal: AbortSignal;
}
export interface Response {
  status: number;
  body: unknown;
}

/** Limits: timeouts in milliseconds, size of a response in bytes, and number of connections. */
const CONNECT_MS = 5_000;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const CONNECTIONS = 8;
/** Range in milliseconds to which `Retry-After` is limited. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 3_600_000;

/**
 * Sends requests.
 *
 * @throws NotSent when no connection was established, or the provider requests a later retry; Error for any other fault
 */
export interface Transport {
  send(request: Request): Promise<Response>;
}

/** Creates the transport of a connection, which is established on the first request. */
export function createTransport({ url, secrets, ...files }: Connection): Transport {
  let opened: Promise<Agent> | undefined;
  const base = url.href.replace(/\/$/, "");
  return {
    async send({ method, path, id = `msg_${randomUUID()}`, body, signal }) {
      const text = body === undefined ? "" : JSON.stringify(body);
      const timestamp = Math.floor(Date.now() / 1_000);
      const agent = await (opened ??= openAgent(files));
      const response = await agent.request({
        origin: url.origin,
        path: new URL(`${base}${path}`).pathname,
        method,
        headers: {
          accept: "application/json",
          ...(text && { "content-type": "application/json" }),
          ...signMessage(secrets, { id, timestamp, body: text }),
        },
        body: text || null,
        signal,
      });
      return read(response);
    },
  };
}

/** Opens an agent. undici is imported with the first request, because loading it would delay every start. */
async function openAgent({ cert, key, ca }: Pick<Connection, "cert" | "key" | "ca">): Promise<Agent> {
  const { Agent, buildConnector } = await import("undici");
  const connect = buildConnector({
    timeout: CONNECT_MS,
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    // If connecting fails, nothing has been sent, so report `NotSent`.
    connect: (options, done) =>
      connect(options, (...[error, socket]) =>
        error ? done(new NotSent(readErrorMessage(error), undefined, { cause: error }), null) : done(null, socket),
      ),
    connections: CONNECTIONS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
}

/**
 * Reads a response.
 *
 * @throws NotSent for 429 and 503 with `Retry-After`; Error for a redirect, or a body that is not JSON
 */
async function read({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  const retryMs = status === 429 || status === 503 ? readRetryAfter(headers["retry-after"]) : undefined;
  const isRedirect = status >= 300 && status < 400;
  const isJson = /^application\/json\b/i.test(String(headers["content-type"] ?? ""));
  if (retryMs !== undefined || isRedirect || !isJson) {
    await body.dump();
    if (retryMs !== undefined) throw new NotSent(`the provider answers ${status} and wants a retry later`, retryMs);
    throw new Error(
      isRedirect ? `the provider redirects (${status}), which is refused` : `the answer (${status}) is no JSON`,
    );
  }
  const text = await body.text();
  try {
    const parsed: unknown = JSON.parse(text);
    return { status, body: parsed };
  } catch (error) {
    throw new Error(`the answer (${status}) is no JSON`, { cause: error });
  }
}

/**
 * Returns `Retry-After` (seconds or a date) in milliseconds, limited to between one second and one hour, or undefined
 * if it is missing or invalid.
 */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_RETRY_MS), MAX_RETRY_MS);
}
