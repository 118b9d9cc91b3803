/** Compiles the validators of schema files into the built server, which would otherwise do so at every start. */
import { fileURLToPath } from "node:url";
import { normalizePath, type Plugin } from "vite";
import type { Engine, MetaName } from "@portolan/engine/compiler";

const resolveEnginePath = (path: string) =>
  normalizePath(fileURLToPath(new URL(`../src/engine/${path}`, import.meta.url)));
const MODULE = resolveEnginePath("compile/built-validators.ts");

/** Meta-schemas of the files that a server reads. */
const NAMES: readonly MetaName[] = ["entity", "call", "shared", "contexts", "constants", "pages", "areas"];

/** Creates the plugin for the dialect of an engine. Servers of another dialect compile their own validators. */
export const createMetaValidatorsPlugin = ({ engine }: { engine: Engine }): Plugin => ({
  name: "portolan-meta-validators",
  apply: "build",
  load: (id) =>
    id === MODULE ? engine.writeMetaValidators(NAMES, resolveEnginePath("entity/validator-runtime.ts")) : undefined,
});
