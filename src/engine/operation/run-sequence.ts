import type { Row } from "../model/entity.ts";
import type { Operation, Settled } from "./run.ts";

/**
 * Submits each body with its operation, retrying operations with an unknown outcome. With `stopOn`, a cancelled step-up
 * ends the sequence. Returns the results of the operations that were reached, with undefined where no attempt began.
 */
export async function runSequence(
  items: readonly { operation: Operation; body: Row }[],
  { stopOn, onSettled }: { stopOn?: "cancelled"; onSettled(results: readonly (Settled | undefined)[]): void },
): Promise<(Settled | undefined)[]> {
  const results: (Settled | undefined)[] = [];
  for (const { operation, body } of items) {
    const { state } = operation;
    const again = state.status === "unknown" && state.body !== undefined;
    const settled = await (again ? operation.retry() : operation.submit(body));
    results.push(settled);
    if (stopOn && settled?.outcome.end === stopOn) break;
    onSettled(results);
  }
  return results;
}
