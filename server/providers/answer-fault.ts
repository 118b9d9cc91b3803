/** Answers and callbacks of providers that cannot be used, however often they are repeated. */
import { Failure } from "../core/failure.ts";
import type { Tx } from "../store/database.ts";

/** The order that a request is about. */
export interface RequestedOrder {
  tenant: string;
  kind: string;
  id: string;
}

/** An answer or a callback that cannot be used. Nothing of it has taken effect. */
export interface AnswerFault {
  /** Id of the request. */
  request: string;
  order: RequestedOrder;
  detail: string;
}

/** Reports a fault in a transaction of its own. */
export type ReportFault = (tx: Tx, fault: AnswerFault) => Promise<void>;

/** Thrown for an answer that belongs to another request, or whose outcome has no event that changes the order. */
export class UnusableAnswer extends Error {
  override readonly name = "UnusableAnswer";
}

/** Failures of an event that a retry cannot fix: another order's bank reference, and invalid input. */
const UNUSABLE: ReadonlySet<string> = new Set(["duplicate", "invalid"]);

/**
 * Returns what is wrong with an answer: it is unusable, or its order refuses an event of it. Undefined for other errors.
 */
export function readFault(error: unknown): string | undefined {
  if (error instanceof UnusableAnswer) return error.message;
  if (!(error instanceof Failure) || !UNUSABLE.has(error.failure)) return undefined;
  const fields = [error.params["field"] ?? [], ...error.errors.map(({ at }) => at)].flat().join(", ");
  return `the order refuses the event: ${error.failure}${fields && ` (${fields})`}`;
}
