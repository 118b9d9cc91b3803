/**
 * Prefetches in parallel what a URL needs for a signed-in user: the user data, the layout, the code of the page and the
 * first rows of a list.
 */
import { loadTexts } from "./client/i18n.ts";
import type { Ports } from "../model/ports.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { loadChunkList } from "./data/schemas.ts";
import { loadInside } from "./inside-options.tsx";
import { getApp } from "./options.ts";
import { ensureUser } from "./session/user.ts";

/** Lazy chunk with the layout and the pages inside it. */
export const AuthenticatedApp = createLazyPart<object>(
  () =>
    Promise.all([import("./AuthenticatedApp.tsx"), loadTexts("failures"), loadChunkList(), loadInside()]).then(
      ([module]) => module.AuthenticatedApp,
    ),
  () => <div className="app-skeleton" aria-hidden />,
);

/** Starts prefetching a URL. Ignores errors, which the rendered component reports. */
export function prefetchPage(ports: Ports, href: string): void {
  const view = Promise.all([import("./views/view-chunks.tsx"), loadInside()]).then(([code]) => {
    const at = href === "/" ? getApp().home : href;
    code.prefetchView(at);
    return ensureUser().then((grants) => code.prefetchRows(ports, at, grants));
  });
  Promise.all([ensureUser(), AuthenticatedApp.load(), view]).catch(() => undefined);
}
