const turns = new Map<string, Promise<unknown>>();

/**
 * Serialises work per key on this node. Use it where only failed attempts count. Otherwise, concurrent guesses would
 * all be verified before the first failure is counted.
 */
export async function runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}
