/**
 * Request and response types of the calls, by name. A product registers the types that are generated from its schemas;
 * without them, any name is allowed.
 */
import type { AppCalls } from "./app-calls.ts";
import type { FileResponse } from "./wire.ts";
import type { Row } from "./field.ts";
import type { Register } from "./register.ts";

type Entities = Register extends { entities: infer Known } ? Known : Record<string, { row: Row }>;
type Calls = Register extends { calls: infer Known extends Record<keyof Known, AnyCall> }
  ? Known & Omit<AppCalls, keyof Known>
  : Record<string, AnyCall> & AppCalls;
interface AnyCall {
  request: object;
  response: object;
}

/** Name of an entity of the product. */
export type EntityName = keyof Entities & string;
/** Name of a call of the product: `login`, or `payee.list` for the calls of an entity. */
export type CallName = keyof Calls & string;
/** A record of an entity, as returned by its read calls. */
export type EntityRow<E extends EntityName> = Entities[E]["row"];
/** Request of a call: the JSON body, or the query parameters of a GET. */
export type CallBody<N extends CallName> = Calls[N]["request"];
/** Response of a call: the `map` of the envelope. */
export type CallResponse<N extends CallName> = Calls[N]["response"];
/** Calls that respond with a file. */
export type FileCallName = { [N in CallName]: Calls[N]["response"] extends FileResponse ? N : never }[CallName];
/** Calls declared in `schemas/calls`, which belong to no entity. */
export type DeclaredCallName = Exclude<CallName, `${string}.${string}`>;
/** Calls that read multiple records of an entity. */
export type ReadCallName = Extract<CallName, `${string}.${"list" | "options"}`>;
