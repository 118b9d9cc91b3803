/**
 * Entry point for reading a folder of schema files from disk (server, build, command line), with the checks across
 * files.
 */
export { NoSchemas, type BaseSchemas } from "./folder/files.ts";
export { findListRows, localize, readLists } from "./folder/localised.ts";
export { canSee, listMenusByEntity, listMenusToChoose } from "./folder/menus.ts";
export {
  compileSchemas,
  readSchemas,
  type Call,
  type CompiledSchemas,
  type CompileOptions,
  type Schemas,
} from "./folder/read.ts";
export { reloadSchemas } from "./folder/reload.ts";
export { watchSchemas } from "./folder/watch.ts";
