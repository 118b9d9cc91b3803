/** Runs calls whose idempotency key is not needed after the attempt. */
import type { CallOf, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { IdempotencyKey, memoryStorage } from "./idempotency-key.ts";
import { Operation, type OperationSetup } from "./run.ts";
import type { Outcome } from "./state.ts";

interface OnceSetup<Response> extends Pick<OperationSetup, "changes" | "entity" | "stepUp" | "describe" | "transmit"> {
  call: OperationSetup["call"] & Pick<CallOf<Response>, "responds">;
  /**
   * `none` (default): the server stores no response, which may therefore be secret. `memory`: a key that lasts for this
   * attempt.
   */
  idempotency?: "memory" | "none";
}

/**
 * Runs a single attempt of an operation that is safe to repeat. Resolves with its outcome, `cancelled` when the user
 * closes the step-up dialog, and never rejects. The request is sent synchronously unless step-up or a password digest
 * is needed first.
 * @example const outcome = await runOnce(ports, { call: form.call, stepUp: "pay" }, { id: "7" });
 */
export async function runOnce<Response extends object = Row>(
  ports: Ports,
  { idempotency = "none", ...setup }: OnceSetup<Response>,
  body: Row,
): Promise<Outcome<Response>> {
  const key = new IdempotencyKey("", memoryStorage);
  const settled = await new Operation(ports, { ...setup, key, idempotency }).submit(body);
  // The response has the type of its call, which the operation does not know.
  return (settled?.outcome ?? { end: "cancelled" }) as Outcome<Response>;
}

/**
 * Returns the failure of an outcome, or undefined when it has none or no response arrived.
 * @example
 * const failure = findFailure({ end: "refused", failure: { kind: "refused", code: 4000, message: "Invalid" } });
 * failure?.code // => 4000
 */
export const findFailure = (outcome: Outcome) => ("failure" in outcome ? outcome.failure : undefined);
