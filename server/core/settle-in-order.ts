type Results<T extends readonly unknown[]> = { -readonly [At in keyof T]: Awaited<T[At]> };

/** Waits for all of what was begun; throws what the first of them threw, by their order here and not by time. */
export async function settleInOrder<T extends readonly unknown[]>(...begun: T): Promise<Results<T>> {
  const outcomes = await Promise.allSettled(begun);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as Results<T>;
}
