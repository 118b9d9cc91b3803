/**
 * Calls `attach`, which adds event listeners with the signal, and returns a function that removes them all.
 * @example
 * useEffect(() => attachListeners((signal) => addEventListener("resize", draw, { signal })), [draw]);
 */
export function attachListeners(attach: (signal: AbortSignal) => void): () => void {
  const attached = new AbortController();
  attach(attached.signal);
  return () => attached.abort();
}
