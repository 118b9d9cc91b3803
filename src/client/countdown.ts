/** Seconds left until a moment, once a second; survives a reload because the moment is kept by name. */
export interface Countdown {
  /** Whole seconds left, 0 when over. */
  left(): number;
  start(seconds: number): void;
}
export function countdown(name: string, storage: Pick<Storage, "getItem" | "setItem"> = sessionStorage): Countdown {
  const key = `countdown.${name}`;
  return {
    left: () => Math.max(0, Math.ceil((Number(storage.getItem(key) ?? 0) - Date.now()) / 1_000)),
    start: (seconds) => storage.setItem(key, String(Date.now() + seconds * 1_000)),
  };
}
