import type { FieldError } from "../../src/contract/envelope.ts";
import { failures, type FailureName } from "../../src/contract/failures.ts";

/** Refuses a call: rolls its transaction back and becomes the envelope, in the reader's language. */
export class Failure extends Error {
  constructor(
    readonly failure: FailureName,
    /** Values for placeholders of the message, and for `map`. */
    readonly params: Record<string, string | number> = {},
    readonly errors: FieldError[] = [],
    /** Whether the refused action would have debited; undefined: as the refused call itself does. */
    readonly debited?: boolean,
  ) {
    super(failure);
  }
}

/** Returns whether a text names a failure. */
export const isFailureName = (name: string): name is FailureName => Object.hasOwn(failures, name);

/** Returns a failure that a schema names. @throws Error for an unknown name, which the schema check refuses */
export function findFailure(name: string): FailureName {
  if (!isFailureName(name)) throw new Error(`there is no failure ${name}: add it to src/contract/failures.ts`);
  return name;
}
