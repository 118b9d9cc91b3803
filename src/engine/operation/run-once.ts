/** Sends calls whose idempotency key need not outlive the attempt. */
import type { Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { IdempotencyKey, memoryStorage } from "./idempotency-key.ts";
import { Operation, type OperationSetup } from "./run.ts";
import type { Outcome } from "./state.ts";

interface OnceSetup extends Pick<OperationSetup, "call" | "changes" | "entity" | "stepUp" | "describe" | "transmit"> {
  /** `none` (default): the server stores no response, so that it may be secret. `memory`: a key that lasts for this attempt. */
  idempotency?: "memory" | "none";
}

/**
 * Runs one attempt of an operation that is safe to repeat. Resolves with its outcome, `cancelled` when the user closes the step-up dialog; never
 * rejects. The request leaves in the same turn unless step-up or a password digest comes first.
 * @example const outcome = await runOnce(ports, { call: form.call, stepUp: "pay" }, { id: "7" });
 */
export async function runOnce(
  ports: Ports,
  { idempotency = "none", ...setup }: OnceSetup,
  body: Row,
): Promise<Outcome> {
  const key = new IdempotencyKey("", memoryStorage);
  const settled = await new Operation(ports, { ...setup, key, idempotency }).submit(body);
  return settled?.outcome ?? { end: "cancelled" };
}

/**
 * Returns the failure of an outcome; undefined where there is none, and where no answer came.
 * @example
 * const failure = findFailure({ end: "refused", failure: { kind: "refused", code: 4000, message: "Invalid" } });
 * failure?.code // => 4000
 */
export const findFailure = (outcome: Outcome) => ("failure" in outcome ? outcome.failure : undefined);
