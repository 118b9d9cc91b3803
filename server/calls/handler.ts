import type { CallBody, CallResponse, DeclaredCallName, Entity, FileResponse, Row } from "@portolan/engine";
import type { Calls as SessionCalls } from "../session/calls.gen.ts";
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

/** Request and response of a call. */
interface Wire {
  request: object;
  response: object;
}
/** The calls in the product's `schemas/calls`. */
type ProductCalls = { [N in DeclaredCallName]: { request: CallBody<N>; response: CallResponse<N> } };

/** Context of a call with the types from its schema. `body` has been validated against it. */
export type TypedContext<W extends Wire, S = Services> = Omit<Call, "body" | "idempotent"> & {
  readonly services: S;
  readonly body: W["request"];
  /** Same as `Call.idempotent`, with a typed response. */
  idempotent<R extends W["response"]>(work: (tx: Tx) => Promise<R & NoExtra<R, W["response"]>>): Promise<W["response"]>;
};

/** Context of a call in the product's `schemas/calls`. */
export type DeclaredContext<N extends DeclaredCallName, S = Services> = TypedContext<ProductCalls[N], S>;

/** The handler of one call of schemas. The name prevents registering it for another call. */
export type DeclaredHandler<N extends string, S = Services> = Handler<S> & { readonly handles: N };

/** Result of a handler: the response that the schema declares, or a file. */
type HandlerResult<Response> = Response extends FileResponse ? FileDownload : Response;
type KeysOf<T> = T extends unknown ? keyof T : never;
/** Rejects properties that the response type does not have. */
type NoExtra<R, A> = { readonly [K in Exclude<KeysOf<R>, KeysOf<A>>]: never };

/** Returns a `handler` function that is typed for the given services, and for calls other than the product's. */
export function createHandlers<S extends Services, C extends Record<keyof C, Wire> = ProductCalls>() {
  function declared<N extends keyof C & string, R extends HandlerResult<C[N]["response"]>>(
    name: N,
    handle: (call: TypedContext<C[N], S>) => Promise<R & NoExtra<R, HandlerResult<C[N]["response"]>>>,
  ): DeclaredHandler<N, S>;
  function declared(name: keyof C & string, handle: Handler<S>): DeclaredHandler<string, S> {
    return Object.assign(handle, { handles: name });
  }
  return declared;
}

/**
 * Types the handler of a call in the product's `schemas/calls` by its schema: the request body and the response.
 *
 * @example
 * export const logout = handler("logout", async ({ signOut }) => (signOut(), {}));
 */
export const handler = createHandlers<Services>();

/** Same as `handler`, for a call in `server/session/schemas`. */
export const sessionHandler = createHandlers<Services, SessionCalls>();
