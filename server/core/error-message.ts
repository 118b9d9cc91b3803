/** Returns the message of a thrown value; for an error without a message, its code or else its name. */
export function readErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
