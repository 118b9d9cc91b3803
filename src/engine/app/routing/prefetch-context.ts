import { createContext } from "react";

/** Context with the function that prefetches the view of a URL. A no-op outside of signed-in pages. */
export const PrefetchContext = createContext<(href: string) => void>(() => undefined);
