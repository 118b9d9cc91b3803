import type { Entity } from "../../../src/engine/index.ts";
import { storeStep } from "../../records/form-steps.ts";
import type { Handler } from "../handler.ts";

/** Returns the handler of a step's own call, which stores the step; its request is checked by then. `step` in the answer names it. */
export const createStepHandler =
  (entity: Entity, name: string): Handler =>
  async (call) => {
    await storeStep(call.services.db, call, entity, { name, body: call.body });
    return { step: name };
  };
