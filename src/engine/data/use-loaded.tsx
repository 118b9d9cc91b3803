import { useEffect, useState } from "react";

/**
 * Returns the result of a load, or undefined while loading. Errors are thrown to the nearest error boundary. Reloads
 * when `key` changes. If `there` is given, it is returned without loading.
 * @example
 * const loaded = useLoaded(() => ports.entity("issue"), "issue");
 */
export function useLoaded<T>(load: () => Promise<T>, key: string, there?: T): T | undefined {
  const [state, setState] = useState<{ key: string; value?: T; error?: unknown }>({ key: "" });
  const known = there !== undefined;
  useEffect(() => {
    if (known) return undefined;
    let live = true;
    load().then(
      (value) => live && setState({ key, value }),
      (error: unknown) => live && setState({ key, error }),
    );
    return () => {
      live = false;
    };
    // `key` represents everything that `load` closes over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, known]);
  if (known) return there;
  if (state.key !== key) return undefined;
  if (state.error) throw state.error;
  return state.value;
}
