import { createContext } from "react";

/** Fetches what an address shows before it is opened; does nothing where no page is around (sign-in). */
export const PrefetchContext = createContext<(href: string) => void>(() => undefined);
