import type { Entity, Row } from "../../src/engine/index.ts";
import type { FileAnswer } from "../core/file-answer.ts";
import type { Call } from "../http/call.ts";
import type { Services } from "../services.ts";

/** One call and the services that its handler may use. */
export type CallContext<S = Services> = Call & { readonly services: S };

/** Handles a call: typed request in, the envelope's `map` or a file out. @throws Failure for a refusal */
export type Handler<S = Services> = (call: CallContext<S>) => Promise<Row | FileAnswer>;

/** Handles a call of an entity, the same way for every entity. @throws Failure for a refusal */
export type EntityHandler<S = Services> = (call: CallContext<S>, entity: Entity) => Promise<Row | FileAnswer>;
