/** Schema compiler of the payment product, for the server, the build and the command line. */
import { createEngine } from "@portolan/engine/compiler";
import { payments } from "./dialect.ts";

/** The engine, configured with the payment dialect. */
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
