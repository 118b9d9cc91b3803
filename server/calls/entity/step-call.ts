import type { Entity } from "@portolan/engine";
import { storeStep } from "../../records/form-steps.ts";
import type { Handler } from "../handler.ts";

/**
 * Returns the handler of a call that stores one step of a form. The request has already been validated. The response
 * contains the step's name as `step`.
 */
export const createStepHandler =
  (entity: Entity, name: string): Handler =>
  async (call) => {
    await storeStep(call.services.db, call, entity, { name, body: call.body });
    return { step: name };
  };
