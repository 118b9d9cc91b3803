/** Types of calls by name: request and response. Declarations come from `types.gen.ts`. */
import type { FileResponse } from "../engine/index.ts";
import type { CallName, Calls, Entities, EntityName } from "./types.gen.ts";

export type { CallName, EntityName } from "./types.gen.ts";

/** A record of an entity, as it is read. */
export type EntityRow<E extends EntityName> = Entities[E]["row"];
/** Request of a call: the JSON body, or the query string of a GET. */
export type CallBody<N extends CallName> = Calls[N]["request"];
/** Response of a call: the envelope's `map`. */
export type CallAnswer<N extends CallName> = Calls[N]["response"];
/** Calls with a file as response. */
export type FileCallName = { [N in CallName]: Calls[N]["response"] extends FileResponse ? N : never }[CallName];
/** Calls of `schemas/calls`, which belong to no entity. */
export type DeclaredCallName = Exclude<CallName, `${string}.${string}`>;
/** Calls that read many records of an entity. */
export type ReadCallName = Extract<CallName, `${EntityName}.${"list" | "options"}`>;
