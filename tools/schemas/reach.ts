import type { CompiledSchemas } from "../../server/schemas/read.ts";
import type { Compiled } from "../../src/engine/compiler.ts";
import type { FieldPlan, Lang } from "../../src/engine/index.ts";

/** One place where a field appears. */
export interface Reach {
  /** Category of the place: `form`, `list`, `filter`, `export` … */
  where: string;
  said: Record<Lang, string>;
}
/** A field that is explained. */
export interface Explained {
  schemas: CompiledSchemas;
  compiled: Compiled;
  /** The field by path, and the record's own field that contains it. */
  path: string;
  field: FieldPlan;
  top: FieldPlan;
}

export const reach = (where: string, zh: string, en: string): Reach => ({ where, said: { zh, en } });
