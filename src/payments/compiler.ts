/** What reads the schemas of the payment product: the engine over its dialect. For server, build and command line. */
import { createEngine } from "../engine/compiler.ts";
import { payments } from "./dialect.ts";

export const {
  keywords,
  effects,
  kinds: kindList,
  kind: kindOf,
  compileEntity,
  compileCall,
  checkForm,
  checkShared,
  plainJson,
  metaSchema,
  transitionExpressions,
} = createEngine(payments);
