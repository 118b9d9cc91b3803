type Results<T extends readonly unknown[]> = { -readonly [At in keyof T]: Awaited<T[At]> };

/**
 * Awaits all promises and returns their results.
 *
 * @throws the reason of the rejected promise with the lowest position, regardless of which was rejected first
 */
export async function settleInOrder<T extends readonly unknown[]>(...begun: T): Promise<Results<T>> {
  const outcomes = await Promise.allSettled(begun);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  // All promises are fulfilled, so this resolves immediately. `Promise.all` keeps the types of the tuple.
  return Promise.all(begun);
}
