/** Style elements of MUI under the page's Content-Security-Policy. */
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import type { ReactNode } from "react";

// The page's nonce lets emotion's style elements pass the Content-Security-Policy. `prepend`: own styles come later and
// win.
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
const cache = createCache({ key: "mui", prepend: true, ...(nonce && { nonce }) });

/** Lets MUI's components inside add their styles to the page. */
export function MuiStyles({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
