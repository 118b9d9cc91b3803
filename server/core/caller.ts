import type { Lang } from "@portolan/engine";

/** The sender of a call, signed in or not. */
export interface Caller {
  lang: Lang;
  /** Network address; undefined for work that no request started. */
  ip?: string | undefined;
  /** Request id, as in the response, the log and the audit log. */
  traceId: string;
}
