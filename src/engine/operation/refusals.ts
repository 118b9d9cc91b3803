/** Determines what a failed call proves about its operation. */
import type { CallFailure } from "../model/ports.ts";

/** Codes in error responses that the engine handles. Source: `contract/failures.ts`; a test keeps them in sync. */
export const codes = {
  inProgress: 4123,
  proofMissing: 4124,
  idempotencyMismatch: 4122,
  figuresChanged: 4131,
  authenticateFirst: 4103,
  notFound: 4119,
  notGranted: 4118,
  totpNeeded: 4135,
  soleAbove: 4143,
} as const;

/** Returns whether an error was thrown by a failed call. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  typeof error === "object" && error !== null && "kind" in error;

/**
 * Returns the message of a thrown error, or an empty string when it has none.
 * @example
 * readMessage(new Error("no answer")) // => "no answer"
 */
export const readMessage = (error: unknown): string =>
  isCallFailure(error) || error instanceof Error ? error.message : "";

/**
 * Returns whether an error proves that the operation was not executed. A lost session, `authenticateFirst` or a request
 * still in progress proves nothing.
 */
export const isDefinitive = ({ kind, code }: CallFailure): boolean =>
  kind === "refused" && code >= 4000 && code !== codes.inProgress && code !== codes.authenticateFirst;

/**
 * Returns whether the server failed, or a proxy in front of it responded. Only the server's envelopes have codes; a page
 * of a proxy has the HTTP status as its code, whichever it is (200, 403, 502), and proves nothing: the operation may
 * have been executed. Only a request that is too large is refused before it is forwarded.
 */
export const isServerFault = ({ kind, code }: CallFailure): boolean =>
  kind === "broken" && ((code < FIRST_CODE && !TOO_LARGE.includes(code)) || code >= 5000);
/** Lowest code of an envelope. */
const FIRST_CODE = 1000;
/** HTTP statuses of a body, URL or header that is too large. */
const TOO_LARGE: readonly number[] = [413, 414, 431];

/**
 * Returns whether the response does not reveal if the operation was executed: timeout, still in progress, a failure of
 * the server, or a response of a proxy.
 */
export const isInconclusive = (failure: CallFailure): boolean =>
  failure.kind === "unknown" || failure.code === codes.inProgress || isServerFault(failure);
