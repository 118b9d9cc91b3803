/** A call in the HTTP layer: its route, its request, and its control of the response. Handlers know nothing else of HTTP. */
import type { FieldError } from "../../src/contract/envelope.ts";
import type { Readable } from "node:stream";
import type { CallPlan, Entity, JsonSchema, Row } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Caller } from "../core/caller.ts";
import type { FileAnswer } from "../core/file-answer.ts";
import type { Device } from "../session/device.ts";
import type { Session } from "../session/sessions.ts";
import type { Strength } from "../session/step-up.ts";
import type { Tx } from "../store/database.ts";

/** A method and path of the server: a call of an entity or one of `schemas/calls/`. */
export interface Route {
  /** `withdrawal.create`, `login`: names the call in logs and binds proofs, whichever alias was used. */
  id: string;
  call: CallPlan;
  /** The entity whose call this is. */
  entity?: Entity;
  /** The request of a call that is no entity's, checked before the handler runs. */
  request?: Entity;
  /** Explains the errors of a body by the tenant's records; absent: as the check does. */
  explain?: ((errors: FieldError[], actor: Actor) => Promise<FieldError[]>) | undefined;
  /** What `map` holds, for the API document. */
  response?: JsonSchema;
  /** The response is a file. */
  blob?: boolean;
  /** Menu ids of which the user needs one; empty: none. */
  menus: ReadonlySet<string>;
  /** Content types of the body. */
  accepts: readonly string[];
  /** Returns the envelope's `map`, or a file. @throws Failure for a refusal */
  handler: (call: Call) => Promise<Row | FileAnswer>;
}

/** Routes by path and method. */
export type CallTable = ReadonlyMap<string, Partial<Record<"GET" | "POST", Route>>>;

/** One call. Reading `actor` or `session` of a public call throws `noSession`. */
export interface Call extends Caller {
  route: Route;
  /** The object that was sent: the JSON body, or the query string of a GET. For calls of `schemas/calls/` already checked and normalised. */
  body: Row;
  /** The same before it was checked and normalised. */
  rawBody: Row;
  /** The query string as sent, for lists. */
  search: URLSearchParams;
  ip: string;
  readonly actor: Actor;
  readonly session: Session;
  /**
   * Aborted with `ClientGone` when the client disconnects before the response is sent. Reading it allows the connection to stay silent for half an
   * hour.
   */
  readonly signal: AbortSignal;
  /** Authorises the session for this call again, after a long wait. @throws Failure like the first check */
  readmit(): Promise<void>;
  /** A header of the request; undefined when absent or repeated. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** True when the browser wrote a moment ago: its reads must show that write. Known only with a replica. */
  hasJustWritten: boolean;
  /** The browser by its own cookie; undefined where it brought none. */
  device: Device | undefined;
  /** Sets the browser's own cookie and returns the browser. Default: the one that sent this call, else a new one. */
  keepDevice(device?: Device): Device;
  /** Sets the cookies of an opened session. */
  signIn(session: { sid: string; token: string }, user: Session["user"]): void;
  /** Clears the session's cookies. */
  signOut(): void;
  /** The one file of a `multipart/form-data` body, with the fields before it. @throws Failure `invalid` without one */
  upload(): Promise<Upload>;
  /** Lets the browser cache the response and revalidate it by ETag: it is the same for everyone who may have it. */
  enableEtag(): void;
  /** Sets a header of the response. */
  answerHeader(name: string, value: string): void;
  /** Finds another call by its address, `POST /orders`; undefined when there is none. */
  findRoute(address: string): Route | undefined;
  /**
   * Runs `work` once per idempotency key, in one transaction with the stored response. A repeated request gets that response; `work` does
   * not run again.
   */
  idempotent(work: (tx: Tx) => Promise<Row>): Promise<Row>;
  /**
   * Consumes the proof that the call brought, inside `idempotent`. Returns its strength, or undefined without a proof. @throws Failure `proofWrong`
   */
  consumeProof(tx: Tx): Promise<Strength | undefined>;
}

/** A mutating call as received. `name` is equal for a repeated call. */
export interface IdempotentCall {
  route: Route;
  rawBody: Row;
  name: string;
}

/** Hooks around the commit of a mutating call, from which failures are simulated. */
export interface CommitHooks {
  /** Runs before the commit; what it throws rolls back. */
  beforeCommit(call: IdempotentCall): void;
  /** Runs after the commit; the response waits for it. */
  afterCommit(call: IdempotentCall): Promise<void>;
}

/** The client disconnected: no response can be sent. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** An upload in progress. */
export interface Upload {
  /** Name given by the sender; never part of a path on the server. */
  name: string;
  /** Ends early when the file is over the limit: then `truncated` says so. */
  content: Readable;
  truncated(): boolean;
  fields: Readonly<Record<string, string>>;
}
