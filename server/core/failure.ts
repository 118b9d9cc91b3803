import type { FieldError } from "@portolan/engine";
import { failures, type FailureName } from "../../src/contract/failures.ts";

/** Thrown to refuse a call. Rolls its transaction back and is sent as an envelope in the reader's language. */
export class Failure extends Error {
  constructor(
    readonly failure: FailureName,
    /** Values for the placeholders in the message, also sent in `map`. */
    readonly params: Record<string, string | number> = {},
    readonly errors: FieldError[] = [],
    /** Whether the refused action would have debited an account. Default: determined by the refused call. */
    readonly debited?: boolean,
  ) {
    super(failure);
  }
}

/** Returns whether a string is the name of a failure. */
export const isFailureName = (name: string): name is FailureName => Object.hasOwn(failures, name);

/** Converts a failure name from a schema. @throws Error for an unknown name, which the schema check prevents */
export function findFailure(name: string): FailureName {
  if (!isFailureName(name)) throw new Error(`there is no failure ${name}: add it to src/contract/failures.ts`);
  return name;
}
