/** The dialect of the tracker: the core words and its settings. It brings the compiler along, so no page imports it. */
import { core, createDialect, createEngine } from "@portolan/engine/compiler";
import { settings } from "./settings.ts";

export const engine = createEngine(createDialect({ vocabularies: [core], ...settings }));
