/**
 * The port through which the product works with an outside party: a bank, a dealer, a card issuer, an identity check. It is asked by a job and
 * answers with events of actor `provider`.
 */
import type { Row } from "../../src/engine/index.ts";
import type { Seal } from "../core/seal.ts";
import type { Database } from "../store/database.ts";

/** Name of a provider port. */
export type PortName = "payout" | "collect" | "accounts" | "dealer" | "cards" | "kyc";

/**
 * Every port with the jobs of lifecycles that it answers.
 * @example
 * PORTS.find(({ jobs }) => jobs.includes("bank.pay"))?.name // => "payout"
 */
export const PORTS: readonly { name: PortName; jobs: readonly string[] }[] = [
  { name: "payout", jobs: ["bank.pay", "bank.resume", "remit.pay", "remit.resume"] },
  { name: "collect", jobs: ["collection.expect", "collection.review"] },
  { name: "accounts", jobs: ["network.access", "network.open"] },
  { name: "dealer", jobs: ["fx.deal", "fx.audit", "fx.recheck"] },
  { name: "cards", jobs: ["card.issue", "card.load"] },
  { name: "kyc", jobs: ["kyc.review", "party.review"] },
];

/** What the product asks of a provider: one job of one order. */
export interface Ask {
  /** Stable over retries: tenant, kind, number and version of the order, and the job. */
  id: string;
  job: string;
  order: { kind: string; id: string; version: number };
  merchant: { id: string; name: string };
  /** The order's record with whole values; secrets, and fields that the schema does not have, stay. */
  payload: Row;
  /** When the product stops waiting, ISO 8601. */
  deadline: string;
}

/** What a provider says of an order: an event of actor `provider` in the order's lifecycle. */
export interface ProviderEvent {
  /** Unique per port: an order takes the same event once. */
  id: string;
  askId?: string;
  event: string;
  /** When it happened, ISO 8601. */
  at: string;
  input: Row;
}

/** How far an ask has come. `accepted`: events follow later; `done` and `refused`: `events` are the outcome. */
export interface Answer {
  askId: string;
  state: "accepted" | "done" | "refused";
  /** The provider's own reference. */
  reference?: string;
  events: readonly ProviderEvent[];
}

/** What a provider can do. */
export interface Capabilities {
  /** Jobs that it answers; one of its port that is missing here refuses the start. */
  jobs: readonly string[];
  /** Interval of queries for an accepted request until it is done or refused, in ms; absent when the provider pushes its events. */
  pollMs?: number;
}

/**
 * Thrown by a port when nothing of a request reached the provider, or when the provider says that it took nothing of it: the ask may be submitted
 * again. Any other error leaves open whether the ask arrived.
 * @example
 * new NotSent("the bank is closed", 60_000).retryAfterMs // => 60000
 */
export class NotSent extends Error {
  override readonly name = "NotSent";
  constructor(
    message: string,
    /** Delay before the retry, in ms; absent: with the growing pauses of a failed job. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Thrown by `receive` for a callback that the provider did not sign, or signed too long ago.
 * @example
 * new BadSignature("the signature is five minutes old").name // => "BadSignature"
 */
export class BadSignature extends Error {
  override readonly name = "BadSignature";
}

/** What an implementation inside the server works with. */
export interface ProviderHost {
  db: Database;
  seal: Seal;
}

/** One connected party, in process or behind a network. */
export interface ProviderPort {
  readonly name: PortName;
  /** The port stores each ask in the product's own database under a unique key, so that `provider_ask` has no row of it. */
  readonly storesAsks?: true;
  /** Called once before the first ask, for an implementation that stores something in the product's own database. */
  connect?(host: ProviderHost): void;
  capabilities(): Promise<Capabilities>;
  /** Takes an ask. The same `ask.id` has one effect, however often it is submitted. @throws NotSent when it is certain to have none */
  submit(ask: Ask, signal: AbortSignal): Promise<Answer>;
  /** Returns what became of an ask; `unknown` when it never arrived. Resolves a submit without an answer. */
  query(askId: string, signal: AbortSignal): Promise<Answer | "unknown">;
  cancel?(askId: string, signal: AbortSignal): Promise<Answer>;
  /** Translates a callback. @throws BadSignature when the signature over the raw bytes is wrong; Error for a body that is no event */
  receive?(raw: { headers: Record<string, string>; body: Buffer }): Promise<ProviderEvent[]>;
  health(): Promise<{ ok: boolean; detail?: string }>;
}
