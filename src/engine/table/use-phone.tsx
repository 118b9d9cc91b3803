/** Whether the screen is a phone's: below 580 px (specification 9). */
import { useSyncExternalStore } from "react";

const narrow = typeof matchMedia === "undefined" ? undefined : matchMedia("(max-width: 579.98px)");
const subscribe = (listener: () => void) => {
  narrow?.addEventListener("change", listener);
  return () => narrow?.removeEventListener("change", listener);
};
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false);
