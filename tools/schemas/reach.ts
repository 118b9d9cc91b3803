import type { CompiledSchemas } from "../../server/schemas/read.ts";
import type { Compiled } from "../../src/engine/compiler.ts";
import type { FieldPlan, Lang } from "../../src/engine/index.ts";

/** A place where a field appears. */
export interface Reach {
  /** Category of the place: `form`, `list`, `filter`, `export` … */
  where: string;
  text: Record<Lang, string>;
}
/** A field to explain. */
export interface Explained {
  schemas: CompiledSchemas;
  compiled: Compiled;
  /** Path of the field, and the top-level field that contains it. */
  path: string;
  field: FieldPlan;
  top: FieldPlan;
}

export const createReach = (where: string, zh: string, en: string): Reach => ({ where, text: { zh, en } });
