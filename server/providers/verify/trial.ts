/** Tools for conformance cases: new requests, signed and unsigned HTTP messages, received callbacks. */
import { randomBytes } from "node:crypto";
import type { Entity, Row } from "@portolan/engine";
import { signMessage, type Secrets } from "../http/signature.ts";
import type { ProviderResponse, ProviderRequest, ProviderPort } from "../provider-port.ts";
import type { CallbackListener } from "./callbacks.ts";

/** Timeouts in milliseconds: for the outcome of a request, and for each response. */
export interface Patience {
  outcomeMs: number;
  requestMs: number;
}

export interface HttpTarget {
  url: string;
  secrets: Secrets;
}

export interface Trial {
  port: ProviderPort;
  jobs: readonly string[];
  entities: ReadonlyMap<string, Entity>;
  patience: Patience;
  /** Omitted for an in-process provider. */
  http?: HttpTarget | undefined;
  callbacks?: CallbackListener | undefined;
}

/** A rule of the protocol. `play` throws if the provider violates it. Its result is ignored. */
export interface Case {
  /** Stable name, such as `ask.again`. */
  id: string;
  description: string;
  /** Additional requirement. Trials that do not meet it skip the case. */
  needs?: "http" | "callbacks";
  play(trial: Trial): Promise<unknown>;
}

/** Thrown when a rule is violated. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** Asserts that a condition holds. @throws Broken with the message `otherwise` */
export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Broken(otherwise);
}

const RUN = randomBytes(4).toString("hex");
let count = 0;

/** Returns an entity whose lifecycle enqueues the job. @throws Error when there is none */
export function findAsking({ entities }: Pick<Trial, "entities">, job: string): Entity {
  const found = [...entities.values()].find(({ lifecycle }) =>
    lifecycle?.transitions.some((transition) => transition.job === job),
  );
  if (!found) throw new Error(`no lifecycle leaves the job ${job}`);
  return found;
}

/** Returns a record with the first example or enum value of each field, or else a default by its type. */
function pickSample(entity: Entity): Row {
  return Object.fromEntries(
    entity.fields.flatMap(({ name, schema }) => {
      const { examples, enum: values, type } = schema;
      const [first]: unknown[] = Array.isArray(examples) ? examples : Array.isArray(values) ? values : [];
      if (first !== undefined) return [[name, first]];
      if (schema["format"] === "decimal") return [[name, "100.00"]];
      if (name === "currency") return [[name, "USD"]];
      return type === "string" ? [[name, "Example"]] : [];
    }),
  );
}

/** Returns a new request with an id that no provider knows. */
export function buildRequest(trial: Pick<Trial, "entities">, job: string, payload: Row = {}): ProviderRequest {
  const entity = findAsking(trial, job);
  const id = `TRIAL${RUN}${++count}`;
  const version = 2;
  return {
    id: ["trial", entity.name, id, version, job].join("/"),
    job,
    order: { kind: entity.name, id, version },
    merchant: { id: "trial", name: "Trial Ltd" },
    payload: { ...pickSample(entity), [entity.key]: id, ...payload },
    deadline: new Date(Date.now() + 10_000).toISOString(),
  };
}

/** Submits a request as the server does. */
export const submit = ({ port, patience }: Trial, request: ProviderRequest): Promise<ProviderResponse> =>
  port.submit(request, AbortSignal.timeout(patience.requestMs));

/** Queries a request as the server does. */
export const query = ({ port, patience }: Trial, askId: string): Promise<ProviderResponse | "unknown"> =>
  port.query(askId, AbortSignal.timeout(patience.requestMs));

/**
 * Queries until the request is done or refused, and returns its outcome.
 *
 * @throws Broken after the timeout, or when the request becomes unknown
 */
export async function awaitOutcome(trial: Trial, askId: string): Promise<ProviderResponse> {
  const end = Date.now() + trial.patience.outcomeMs;
  for (;;) {
    const found = await query(trial, askId);
    expectThat(found !== "unknown", "an ask that was taken became unknown");
    if (found.state !== "accepted") return found;
    expectThat(Date.now() < end, `no outcome within ${trial.patience.outcomeMs} ms`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Variations of a request: unsigned, with another key, or at another time. */
export interface RawRequest {
  method?: string;
  path: string;
  body?: string | undefined;
  /** Signed content. Default: the body. */
  signed?: string;
  sign?: (headers: Record<string, string>) => Record<string, string>;
  secrets?: Secrets;
  /** Seconds since the epoch. */
  timestamp?: number;
  signal?: AbortSignal;
}

/**
 * Sends a request and returns the status and the body (undefined if it is not JSON).
 *
 * @throws Broken for an in-process provider; Error without a response
 */
export async function send(
  { http, patience }: Trial,
  { method = "POST", path, body = "", signed = body, sign = (given) => given, secrets, timestamp, signal }: RawRequest,
): Promise<{ status: number; body: unknown }> {
  expectThat(http !== undefined, "an in-process provider has no address");
  const headers = signMessage(secrets ?? http.secrets, {
    id: `msg_${RUN}${++count}`,
    timestamp: timestamp ?? Math.floor(Date.now() / 1_000),
    body: signed,
  });
  const response = await fetch(`${http.url}${path}`, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", ...sign(headers) },
    body: method === "GET" ? null : body,
    signal: signal ?? AbortSignal.timeout(patience.requestMs),
  });
  const text = await response.text();
  return { status: response.status, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

export const isRefusal = (status: number): boolean => status >= 400 && status < 500;
