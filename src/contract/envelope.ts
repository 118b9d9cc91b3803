/** Body of every JSON response. Source: specification 7; shape: `code` 2000 is success, `map` holds the result. */
export interface Envelope<M = Record<string, unknown>> {
  code: number;
  message: string;
  map: M;
  traceId: string;
}
export interface FieldError {
  /** JSON pointer below the request body. */
  at: string;
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/** Header of every API response: server time, ISO 8601 with milliseconds. The sandbox's clock may be ahead of the machine's. */
export const TIME_HEADER = "server-time";
/** Body code of success. Source: specification 7. */
export const SUCCESS_CODE = 2000;
/** Body code that requires a proof of work: `workNeeded` of `failures.ts`, which no page loads. */
export const WORK_NEEDED = 4145;
