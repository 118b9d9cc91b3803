/** What a call's handler gets and gives. Handlers know nothing of HTTP beyond this. */
import type { Readable } from "node:stream";
import type { CallPlan, Entity, JsonSchema, Lang, Row } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Deps } from "../app.ts";
import type { Device } from "../session/device.ts";
import type { Session } from "../session/sessions.ts";
import type { Strength } from "../session/step-up.ts";
import type { Tx } from "../store/database.ts";

/** One way into the server: a call of an entity or one of `schemas/calls/`. */
export interface Route {
  /** `withdrawal.create`, `login`: names the call in logs and binds proofs, whichever alias was used. */
  id: string;
  call: CallPlan;
  /** The entity whose call this is. */
  entity?: Entity;
  /** The request of a call that is no entity's, checked before the handler runs. */
  request?: Entity;
  /** What `map` holds, for the API document. */
  response?: JsonSchema;
  /** The answer is a file. */
  blob?: boolean;
  /** Menu ids of which the user needs one; empty: none. */
  menus: ReadonlySet<string>;
  /** Content types of the body. */
  accepts: readonly string[];
  handler: Handler;
}

export interface CallRequest {
  deps: Deps;
  route: Route;
  /** The object that was sent: the JSON body, or the query string of a GET. For calls of `schemas/calls/` already checked and normalised. */
  body: Row;
  /** The same before it was checked and normalised. */
  sent: Row;
  /** The query string as sent, for lists. */
  search: URLSearchParams;
  lang: Lang;
  traceId: string;
  ip: string;
  /** Who acts. Throws `noSession` in a public call. */
  readonly actor: Actor;
  readonly session: Session;
  /** Aborted with `ClientGone` when whoever asked leaves before the answer is sent. Once it is asked for, the connection may be silent while the work goes on. */
  readonly signal: AbortSignal;
  /** Looks again, after a long wait, whether this session may make this call. Throws like the first look. */
  readmit(): Promise<void>;
  /** A header of the request; undefined when absent or repeated. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** The browser by its own cookie; undefined where it brought none. */
  device: Device | undefined;
  /** The browser, which from now on has a cookie of its own. */
  keepDevice(device?: Device): Device;
  /** Opens and closes sessions in the browser. */
  signIn(session: { sid: string; token: string }, user: Session["user"]): void;
  signOut(): void;
  /** The one file of a `multipart/form-data` body, with the fields before it. Throws `invalid` without one. */
  upload(): Promise<Upload>;
  /** The answer is the same for everyone who may have it: browsers keep it and ask by ETag whether it changed. */
  cacheable(): void;
  /** A header of the answer. */
  answerHeader(name: string, value: string): void;
  /**
   * The work of a call that changes something: one transaction with the idempotency row and the stored reply. A repeated call gets the
   * first one's reply and `work` does not run.
   */
  once(work: (tx: Tx) => Promise<Row>): Promise<Row>;
  /** Uses up the proof that the call brought and answers its strength; nothing when it brought none. Inside `once`. Throws `proofWrong`. */
  prove(tx: Tx): Promise<Strength | undefined>;
}

/** A call that changes something, as it was sent. `name`: the same for the same call sent again. */
export interface Asked {
  route: Route;
  sent: Row;
  name: string;
}
/** How calls go wrong although nothing is wrong with them: what the sandbox simulates. */
export interface Faults {
  /** Before the commit; what it throws rolls back. */
  committing(asked: Asked): void;
  /** After the commit, before the first answer; that waits for it. */
  answering(asked: Asked): Promise<void>;
}

/** Whoever asked has left: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** A file on its way in. */
export interface Upload {
  /** As the sender names it; never part of a path of ours. */
  name: string;
  /** Ends early when the file is over the limit: then `truncated` says so. */
  content: Readable;
  truncated(): boolean;
  fields: Readonly<Record<string, string>>;
}

/** A file as an answer. Refusals before it begins are envelopes; an error in mid-stream cuts the connection. */
export class FileAnswer {
  constructor(
    readonly content: Readable,
    /** Among them `content-type` and `content-disposition`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** The envelope's `map`, or a file. Refusals are thrown `Failure`s. */
export type Handler = (request: CallRequest) => Promise<Row | FileAnswer>;
