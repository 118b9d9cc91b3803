/** Returns the message of a thrown value; for a system error without a message, its code. */
export function readErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
