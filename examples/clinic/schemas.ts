/** The schemas of the clinic: its folder, on top of the schemas of sign-in. Server and build read them. */
import { core, createDialect, createEngine } from "@portolan/engine/compiler";
import { sessionSchemas } from "@portolan/server/session";
import { settings } from "./settings.ts";

export const dir = `${import.meta.dirname}/schemas`;
export const options = {
  engine: createEngine(createDialect({ vocabularies: [core], ...settings })),
  base: sessionSchemas,
};
