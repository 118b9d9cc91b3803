/** Interface between HTTP and the handlers of calls, so that handlers do not depend on Fastify. */
import type { CallPlan, Entity, FieldError, JsonSchema, Lang, Row } from "@portolan/engine";
import type { Readable } from "node:stream";
import type { Actor } from "../core/actor.ts";
import type { Caller } from "../core/caller.ts";
import type { FileDownload } from "../core/file-download.ts";
import type { Device } from "../session/device.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Session } from "../session/sessions.ts";
import type { Strength } from "../session/step-up.ts";
import type { Tx } from "../store/database.ts";

/** A call with its method and path. It belongs to an entity, or is declared in `schemas/calls/`. */
export interface Route {
  /** Identifies the call in logs and proofs, whichever alias was requested: `withdrawal.create`, `login`. */
  id: string;
  call: CallPlan;
  entity?: Entity;
  /** Request schema of a call without an entity, validated before the handler runs. */
  request?: Entity;
  /** Returns an error for each value of a valid body that is not in its reference list. */
  findUnknown?: ((body: Row, lang: Lang) => FieldError[]) | undefined;
  /**
   * Replaces the validation errors of a body by ones that depend on the tenant's records. Default: the errors
   * unchanged.
   */
  explain?: ((errors: FieldError[], actor: Actor) => Promise<FieldError[]>) | undefined;
  /** Schema of `map` in the response, for the API document. */
  response?: JsonSchema;
  blob?: boolean;
  /** Menu ids of which the user needs at least one. Empty: no restriction. */
  menus: ReadonlySet<string>;
  accepts: readonly string[];
  /** Schemas that the route was built from. Its calls use them from start to end. */
  schemas: Schemas;
  /** Returns the envelope's `map`, or a file. @throws Failure when the call is refused */
  handler: (call: Call) => Promise<Row | FileDownload>;
}

export type CallTable = ReadonlyMap<string, Partial<Record<"GET" | "POST", Route>>>;

/** One call. In a public call of a product without a visitor, reading `actor` or `session` throws `noSession`. */
export interface Call extends Caller {
  route: Route;
  /**
   * The JSON or form-encoded body, or the query string of a GET, as an object. Already validated and normalised for
   * calls in `schemas/calls/`.
   */
  body: Row;
  /** The body before validation and normalisation. */
  rawBody: Row;
  /** The query string as sent, for lists. */
  search: URLSearchParams;
  ip: string;
  readonly actor: Actor;
  readonly session: Session;
  /**
   * Aborted with `ClientGone` when the client disconnects before the response is sent. Reading it extends the
   * connection's idle timeout to half an hour.
   */
  readonly signal: AbortSignal;
  /** Authorises the session for this call again, after a long wait. @throws Failure as in the first check */
  readmit(): Promise<void>;
  /** Returns a header of the request; undefined when it is absent or empty. Node joins repeated headers with commas. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /**
   * Whether this browser has written so recently that a replica may not have the write yet. Always false without a
   * replica.
   */
  hasJustWritten: boolean;
  /** The browser, identified by its device cookie; undefined without that cookie. */
  device: Device | undefined;
  /** Sets the device cookie and returns the device. Default: the device that sent this call, else a new one. */
  keepDevice(device?: Device): Device;
  /** Sets the cookies of a new session. */
  signIn(session: { sid: string; token: string }, user: Session["user"]): void;
  /** Clears the cookies of the session. */
  signOut(): void;
  /**
   * Returns the single file of a `multipart/form-data` body and the fields before it.
   *
   * @throws Failure `wrongType` when there is no file, `badText` for a name or field value that cannot be stored
   */
  upload(): Promise<Upload>;
  /**
   * Lets the browser cache the response for a minute and then revalidate it by ETag. The response must be the same for
   * all authorised users.
   */
  enableEtag(): void;
  answerHeader(name: string, value: string): void;
  /** Finds another call by its address, such as `POST /orders`; undefined when there is none. */
  findRoute(address: string): Route | undefined;
  /**
   * Runs `work` once per idempotency key, in one transaction that also stores the response. A repeated request gets the
   * stored response. Without a key, the same body from the same user within two seconds is a repeated request.
   *
   * @throws as `runOnce`; Failure `keyMissing` when the call must have a key
   */
  idempotent(work: (tx: Tx) => Promise<Row>): Promise<Row>;
  /**
   * Returns the stored response when an earlier request with this call's idempotency key was executed, and waits for one
   * that is in progress. A call can be refused before it reaches `idempotent`, by a limit, a changed schema or a revoked
   * grant, and such a refusal says nothing about an earlier request whose response was lost.
   *
   * @throws `error` when no earlier request was executed; Failure `inProgress`, `keyExpired`, `idempotencyMismatch` as
   * `runOnce`
   */
  replayEarlier(error: unknown): Promise<Row>;
  /**
   * Consumes the proof sent with the call, and returns its strength; undefined without a proof. A call that uses
   * `idempotent` consumes the proof inside it.
   * @throws Failure `proofWrong`
   */
  consumeProof(tx: Tx): Promise<Strength | undefined>;
}

/** A mutating call as received. A repetition of the call has the same `name`. */
export interface IdempotentCall {
  route: Route;
  rawBody: Row;
  name: string;
}

/** Hooks around the commit of a mutating call, used to simulate failures. */
export interface CommitHooks {
  /** Runs before the commit. Throwing rolls the transaction back. */
  beforeCommit(call: IdempotentCall): void;
  /** Runs after the commit. The response waits for it. */
  afterCommit(call: IdempotentCall): Promise<void>;
}

/** Thrown when the client has disconnected, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** An upload in progress. */
export interface Upload {
  /** File name from the client. Never part of a path on the server. */
  name: string;
  /** Content. Ends early when the file exceeds the limit; `truncated` is then true. */
  content: Readable;
  truncated(): boolean;
  fields: Readonly<Record<string, string>>;
}
