import type { Lang } from "../../src/engine/index.ts";

/** The sender of a call, signed in or not. */
export interface Caller {
  /** Language of the response. */
  lang: Lang;
  /** Network address; undefined for work that no request started. */
  ip?: string | undefined;
  /** Id of the request in its response, the log and the audit. */
  traceId: string;
}
