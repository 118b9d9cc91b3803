import type { CallAnswer, CallBody, DeclaredCallName } from "../../src/contract/calls.ts";
import type { Entity, FileResponse, Row } from "../../src/engine/index.ts";
import type { FileAnswer } from "../core/file-answer.ts";
import type { Call } from "../http/call.ts";
import type { Services } from "../services.ts";
import type { Tx } from "../store/database.ts";

/** One call and the services that its handler may use. */
export type CallContext<S = Services> = Call & { readonly services: S };

/** Handles a call: request in, the envelope's `map` or a file out. @throws Failure for a refusal */
export type Handler<S = Services> = (call: CallContext<S>) => Promise<Row | FileAnswer>;

/** Handles a call of an entity, the same way for every entity. @throws Failure for a refusal */
export type EntityHandler<S = Services> = (call: CallContext<S>, entity: Entity) => Promise<Row | FileAnswer>;

/** A call of `schemas/calls` with the types that its schema declares; `body` has been checked against it. */
export type DeclaredContext<N extends DeclaredCallName, S = Services> = Omit<Call, "body" | "idempotent"> & {
  readonly services: S;
  readonly body: CallBody<N>;
  /** As `Call.idempotent`. */
  idempotent<R extends CallAnswer<N>>(work: (tx: Tx) => Promise<R & NoExtra<R, CallAnswer<N>>>): Promise<CallAnswer<N>>;
};

/** The handler of one call of `schemas/calls`; the name keeps it from being registered for another. */
export type DeclaredHandler<N extends DeclaredCallName, S = Services> = Handler<S> & { readonly handles: N };

/** Result of a handler: the response of the schema, or a file. */
type Answer<N extends DeclaredCallName> = CallAnswer<N> extends FileResponse ? FileAnswer : CallAnswer<N>;
type KeysOf<T> = T extends unknown ? keyof T : never;
/** Refuses properties that the response does not have. */
type NoExtra<R, A> = { readonly [K in Exclude<KeysOf<R>, KeysOf<A>>]: never };

/** Returns the function that types handlers over these services. */
export function createHandlers<S extends Services>() {
  function declared<N extends DeclaredCallName, R extends Answer<N>>(
    name: N,
    handle: (call: DeclaredContext<N, S>) => Promise<R & NoExtra<R, Answer<N>>>,
  ): DeclaredHandler<N, S>;
  function declared(name: DeclaredCallName, handle: Handler<S>): DeclaredHandler<DeclaredCallName, S> {
    return Object.assign(handle, { handles: name });
  }
  return declared;
}

/**
 * Types the handler of a call of `schemas/calls` by its schema: the body that it gets, the answer that it returns.
 * @example export const logout = handler("logout", async ({ signOut }) => (signOut(), {}));
 */
export const handler = createHandlers<Services>();
