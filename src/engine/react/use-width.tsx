/** Screen class: `phone` below 580 px, `tablet` below 992 px, otherwise `wide` (specification 9). */
import { useSyncExternalStore } from "react";

export type Width = "phone" | "tablet" | "wide";

const known = typeof matchMedia !== "undefined";
const phone = known ? matchMedia("(max-width: 579.98px)") : undefined;
const tablet = known ? matchMedia("(max-width: 991.98px)") : undefined;
const subscribe = (listener: () => void) => {
  phone?.addEventListener("change", listener);
  tablet?.addEventListener("change", listener);
  return () => {
    phone?.removeEventListener("change", listener);
    tablet?.removeEventListener("change", listener);
  };
};
/** Returns the current screen class. */
export const readWidth = (): Width => (phone?.matches ? "phone" : tablet?.matches ? "tablet" : "wide");

/**
 * Returns the screen class and re-renders when it changes.
 * @example
 * const isPhone = useWidth() === "phone";
 */
export const useWidth = (): Width => useSyncExternalStore(subscribe, readWidth);
