/** What reads the schemas of the payment product: the engine over its dialect. For server, build and command line. */
import { createEngine } from "../engine/compiler.ts";
import { payments } from "./dialect.ts";

/** The engine of the payment dialect. */
export const engine = createEngine(payments);
export const {
  dialect,
  hydrate,
  keywords,
  effects,
  views,
  kinds: kindList,
  kind: kindOf,
  compileEntity,
  compileCall,
  compileValidator,
  validatorModule,
  prepareKinds,
  checkForm,
  checkShared,
  plainJson,
  metaSchema,
  transitionExpressions,
} = engine;
