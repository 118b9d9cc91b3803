/** Returns whether the viewport is a phone's, narrower than 580 px. Source: specification 2. */
import { useSyncExternalStore } from "react";

const phone = window.matchMedia("(max-width: 579.98px)");
const subscribe = (listener: () => void) => {
  phone.addEventListener("change", listener);
  return () => phone.removeEventListener("change", listener);
};

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
