/** Calls by name: what each takes and answers. Declarations come from `types.gen.ts`. */
import type { FileResponse } from "../engine/index.ts";
import type { CallName, Calls, Entities, EntityName } from "./types.gen.ts";

export type { CallName, EntityName } from "./types.gen.ts";

/** A record of an entity, as it is read. */
export type EntityRow<E extends EntityName> = Entities[E]["row"];
/** What a call takes: the JSON body, or the query string of a GET. */
export type CallBody<N extends CallName> = Calls[N]["request"];
/** What a call answers in the envelope's `map`. */
export type CallAnswer<N extends CallName> = Calls[N]["response"];
/** Calls that answer a file. */
export type FileCallName = { [N in CallName]: Calls[N]["response"] extends FileResponse ? N : never }[CallName];
/** Calls of `schemas/calls`, which belong to no entity. */
export type DeclaredCallName = Exclude<CallName, `${string}.${string}`>;
/** Calls that read many records of an entity. */
export type ReadCallName = Extract<CallName, `${EntityName}.${"list" | "options"}`>;
