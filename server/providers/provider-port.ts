/**
 * Port to a provider: a bank, a dealer, a card issuer, an identity check. A job submits requests to it, and it answers
 * with `provider` events.
 */
import type { Row } from "@portolan/engine";
import type { Seal } from "../core/seal.ts";
import type { Database } from "../store/database.ts";

/** Name of a provider port. */
export type PortName = "payout" | "collect" | "accounts" | "dealer" | "cards" | "kyc";

/** A port with the lifecycle jobs that it handles. */
export interface Port {
  name: PortName;
  jobs: readonly string[];
  /** Fields that an entity must have for each job, by job. */
  fields: Readonly<Record<string, readonly string[]>>;
}

const definePort = (name: PortName, fields: Port["fields"]): Port => ({ name, jobs: Object.keys(fields), fields });

const PAYEE = ["holder", "account", "bank", "amount"];
const PAYEE_ABROAD = [
  "payeeName",
  "country",
  "city",
  "address",
  "account",
  "swift",
  "currency",
  "amount",
  "feeBearing",
];
const DEAL = ["sellCurrency", "buyCurrency", "amount", "fixedSide"];

/**
 * All ports with the lifecycle jobs that each handles.
 *
 * @example
 * PORTS.find(({ jobs }) => jobs.includes("bank.pay"))?.name // => "payout"
 */
export const PORTS: readonly Port[] = [
  definePort("payout", {
    "bank.pay": PAYEE,
    "bank.resume": PAYEE,
    "remit.pay": PAYEE_ABROAD,
    "remit.resume": PAYEE_ABROAD,
  }),
  definePort("collect", {
    "collection.expect": ["remitterName", "currency", "amount"],
    "collection.review": ["currency", "amount", "tradeDocument"],
  }),
  definePort("accounts", {
    "network.access": ["institution", "companyName", "businessType", "currencies", "licence"],
    "network.open": ["institution", "companyName", "currencies"],
  }),
  definePort("dealer", { "fx.deal": DEAL, "fx.audit": DEAL, "fx.recheck": DEAL }),
  definePort("cards", {
    "card.issue": ["product", "count", "lastName", "firstName"],
    "card.load": ["cardId", "currency", "amount"],
  }),
  definePort("kyc", { "kyc.review": ["subject", "personName"], "party.review": ["type"] }),
];

/** A request to a provider: one job of one order. */
export interface ProviderRequest {
  /** Tenant, kind, number and version of the order, and the job. The same in every retry. */
  id: string;
  job: string;
  order: { kind: string; id: string; version: number };
  merchant: { id: string; name: string };
  /** The order's record, unmasked, without secrets and without fields that are not in the schema. */
  payload: Row;
  /** Time when the product stops waiting for the response, ISO 8601. */
  deadline: string;
}

/** A `provider` event in the order's lifecycle. */
export interface ProviderEvent {
  /** Unique per port. An order accepts an event only once. */
  id: string;
  askId?: string;
  event: string;
  /** Time of the event, ISO 8601. */
  at: string;
  input: Row;
}

/** State of a request. `accepted`: the outcome follows later; `done` and `refused`: `events` contains the outcome. */
export interface ProviderResponse {
  askId: string;
  state: "accepted" | "done" | "refused";
  /** The provider's own reference. */
  reference?: string;
  events: readonly ProviderEvent[];
}

/** Capabilities of a provider. */
export interface Capabilities {
  /** Jobs that it handles. The server does not start when a job of the port is missing. */
  jobs: readonly string[];
  /**
   * Polling interval in milliseconds for an accepted request, until it is done or refused. Omitted when the provider
   * pushes its events.
   */
  pollMs?: number;
}

/**
 * Thrown by a port when a request did not reach the provider, or the provider states that it accepted nothing, so that
 * the request may be submitted again. After any other error, it is unknown whether the request arrived.
 *
 * @example
 * new NotSent("the bank is closed", 60_000).retryAfterMs // => 60000
 */
export class NotSent extends Error {
  override readonly name = "NotSent";
  constructor(
    message: string,
    /** Delay before the retry in milliseconds. Default: the backoff of failed jobs. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Thrown by `receive` for a callback with an invalid or expired signature.
 *
 * @example
 * new BadSignature("the signature is five minutes old").name // => "BadSignature"
 */
export class BadSignature extends Error {
  override readonly name = "BadSignature";
}

/** Services that the server passes to an implementation that has `connect`. */
export interface ProviderHost {
  db: Database;
  seal: Seal;
}

/** A connected provider, in process or over a network. */
export interface ProviderPort {
  readonly name: PortName;
  /** Called once before the first request, for an implementation that uses the product's own database. */
  connect?(host: ProviderHost): void;
  capabilities(): Promise<Capabilities>;
  /**
   * Submits a request. Idempotent: the same `request.id` takes effect once.
   *
   * @throws NotSent when it certainly had no effect
   */
  submit(request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse>;
  /**
   * Returns the state of a request, or `unknown` if it never arrived. Called after a submission without a response, and
   * to poll an accepted request.
   */
  query(askId: string, signal: AbortSignal): Promise<ProviderResponse | "unknown">;
  cancel?(askId: string, signal: AbortSignal): Promise<ProviderResponse>;
  /**
   * Parses a callback.
   *
   * @throws BadSignature when the signature over the raw bytes is invalid; Error for a body that is not an event
   */
  receive?(raw: { headers: Record<string, string>; body: Buffer }): Promise<ProviderEvent[]>;
  health(): Promise<{ ok: boolean; detail?: string }>;
  /** Returns the state of the circuit breaker, if the port has one. */
  readCircuit?(): Circuit;
}

/** State of a circuit breaker. `open`: requests are rejected; `halfOpen`: the next request is a probe. */
export type Circuit = "closed" | "halfOpen" | "open";

/** Connected providers by port. */
export type Providers = Partial<Record<PortName, ProviderPort>>;
