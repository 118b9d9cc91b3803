type Results<T extends readonly unknown[]> = { -readonly [At in keyof T]: Awaited<T[At]> };

/** Awaits all promises and returns their results. @throws the error of the first that was rejected, by position and not by time */
export async function settleInOrder<T extends readonly unknown[]>(...begun: T): Promise<Results<T>> {
  const outcomes = await Promise.allSettled(begun);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  // All are settled and none was rejected: this resolves at once, with the tuple's types.
  return Promise.all(begun);
}
