import { createContext } from "react";

/** Prefetches the view of an address; does nothing outside a page (sign-in). */
export const PrefetchContext = createContext<(href: string) => void>(() => undefined);
