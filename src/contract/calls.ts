/** Request and response types of the calls, by name. The declarations are generated into `types.gen.ts`. */
import type { FileResponse } from "@portolan/engine";
import type { CallName, Calls, Entities, EntityName } from "./types.gen.ts";

export type { CallName, EntityName } from "./types.gen.ts";

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
export type ReadCallName = Extract<CallName, `${EntityName}.${"list" | "options"}`>;
