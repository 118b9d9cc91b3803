/** What feeds the table `rate`, where something does. */
import type { Quote } from "../swap/quotes.ts";

export interface Feed {
  /** Brings the table up to date. */
  refresh(): Promise<void>;
  /** Told of a quote that is about to be confirmed. */
  confirming?(quote: Quote): Promise<void>;
}
