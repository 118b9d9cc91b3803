const turns = new Map<string, Promise<unknown>>();

/**
 * One at a time for a key on this node. Tries that are counted by whether they were right go this way: otherwise guesses that come together would all be made
 * before the first is counted, and right ones would count as wrong meanwhile.
 */
export async function runOneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}
