/** Compiles the validators of schema files into the built server, which would otherwise do so at every start. */
import type { Plugin } from "vite";
import type { Engine } from "../compile/engine.ts";
import type { MetaName } from "../compile/meta.ts";
import { resolveEngineModule } from "./engine-module.ts";

const MODULE = resolveEngineModule("compile/built-validators.ts");

/** Meta-schemas of the files that a server reads. */
const NAMES: readonly MetaName[] = ["entity", "call", "shared", "contexts", "constants", "pages", "areas"];

/**
 * Creates the plugin for the dialect of an engine. Servers of another dialect compile their own validators.
 * @example
 * const plugin = createMetaValidatorsPlugin({ engine });
 */
export const createMetaValidatorsPlugin = ({ engine }: { engine: Engine }): Plugin => ({
  name: "portolan-meta-validators",
  apply: "build",
  load: (id) =>
    id === MODULE ? engine.writeMetaValidators(NAMES, resolveEngineModule("entity/validator-runtime.ts")) : undefined,
});
