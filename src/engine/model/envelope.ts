/** Body of every JSON response. Code 2000 means success; `map` holds the result. Source: specification 7. */
export interface Envelope<M = Record<string, unknown>> {
  code: number;
  message: string;
  map: M;
  traceId: string;
}
/** Error of one field of a request. */
export interface FieldError {
  /** JSON pointer into the request body. */
  at: string;
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/**
 * Header of every API response with the server time, in ISO 8601 with milliseconds. In a sandbox it may be ahead of the
 * system clock.
 * @example
 * const time = new Headers().get(TIME_HEADER);
 */
export const TIME_HEADER = "server-time";
/**
 * Code of a successful response. Source: specification 7.
 * @example
 * SUCCESS_CODE // => 2000
 */
export const SUCCESS_CODE = 2000;
/**
 * Code of a response that requires a proof of work. Equals `workNeeded` in `failures.ts`, which is too large to load on
 * every page.
 * @example
 * PROOF_OF_WORK_REQUIRED // => 4145
 */
export const PROOF_OF_WORK_REQUIRED = 4145;
