/** The one body of every JSON answer. Source: specification 7; shape: `code` 2000 is success, `map` holds the result. */
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
/** Result of a list call: `next` is the cursor of the following page; `total` and `sums` only with `totals=1`. */
export interface ListMap<R = Record<string, unknown>> {
  list: R[];
  next?: string;
  total?: number;
  /** Per summed field, per currency: decimal strings. */
  sums?: Record<string, Record<string, string>>;
}
/** Body code of success. Source: specification 7. */
export const SUCCESS_CODE = 2000;
