import type { FieldError } from "../../src/contract/envelope.ts";
import type { FailureName } from "../../src/contract/failures.ts";

/** Thrown anywhere below a call: rolls the transaction back and becomes the envelope, in the reader's language. */
export class Failure extends Error {
  constructor(
    readonly failure: FailureName,
    /** Values for the message's `{name}`s and for `map`. */
    readonly params: Record<string, string | number> = {},
    readonly errors: FieldError[] = [],
    /** Whether what was refused would have debited; absent: what the refused call itself does. */
    readonly debited?: boolean,
  ) {
    super(failure);
  }
}
