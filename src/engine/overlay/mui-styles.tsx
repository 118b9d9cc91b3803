import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import type { ReactNode } from "react";

// The page's nonce lets emotion's style elements pass the Content Security Policy. `prepend` makes our own styles come
// later and take precedence.
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
const cache = createCache({ key: "mui", prepend: true, ...(nonce && { nonce }) });

/** Provides the style cache for MUI components inside it. */
export function MuiStyles({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
