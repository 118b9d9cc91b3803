import type { CallBody, CallResponse, DeclaredCallName, Entity, FileResponse, Row } from "@portolan/engine";
import type { FileDownload } from "../core/file-download.ts";
import type { Call } from "../http/call.ts";
import type { Services } from "../http/services.ts";
import type { Tx } from "../store/database.ts";

/** A call with the services that its handler may use. */
export type CallContext<S = Services> = Call & { readonly services: S };

/** Handles a call. Returns the envelope's `map`, or a file. @throws Failure when the call is refused */
export type Handler<S = Services> = (call: CallContext<S>) => Promise<Row | FileDownload>;

/** Handles a call of any entity. @throws Failure when the call is refused */
export type EntityHandler<S = Services> = (call: CallContext<S>, entity: Entity) => Promise<Row | FileDownload>;

/** Context of a call in `schemas/calls`, with the types from its schema. `body` has been validated against it. */
export type DeclaredContext<N extends DeclaredCallName, S = Services> = Omit<Call, "body" | "idempotent"> & {
  readonly services: S;
  readonly body: CallBody<N>;
  /** Same as `Call.idempotent`, with a typed response. */
  idempotent<R extends CallResponse<N>>(
    work: (tx: Tx) => Promise<R & NoExtra<R, CallResponse<N>>>,
  ): Promise<CallResponse<N>>;
};

/** The handler of one call in `schemas/calls`. The name prevents registering it for another call. */
export type DeclaredHandler<N extends DeclaredCallName, S = Services> = Handler<S> & { readonly handles: N };

/** Result of a handler: the response that the schema declares, or a file. */
type HandlerResult<N extends DeclaredCallName> = CallResponse<N> extends FileResponse ? FileDownload : CallResponse<N>;
type KeysOf<T> = T extends unknown ? keyof T : never;
/** Rejects properties that the response type does not have. */
type NoExtra<R, A> = { readonly [K in Exclude<KeysOf<R>, KeysOf<A>>]: never };

/** Returns a `handler` function that is typed for the given services. */
export function createHandlers<S extends Services>() {
  function declared<N extends DeclaredCallName, R extends HandlerResult<N>>(
    name: N,
    handle: (call: DeclaredContext<N, S>) => Promise<R & NoExtra<R, HandlerResult<N>>>,
  ): DeclaredHandler<N, S>;
  function declared(name: DeclaredCallName, handle: Handler<S>): DeclaredHandler<DeclaredCallName, S> {
    return Object.assign(handle, { handles: name });
  }
  return declared;
}

/**
 * Types the handler of a call in `schemas/calls` by its schema: the request body and the response.
 *
 * @example
 * export const logout = handler("logout", async ({ signOut }) => (signOut(), {}));
 */
export const handler = createHandlers<Services>();
