/** Prefetches in parallel what an address needs for a signed-in user: user data, frame and the page's chunk. */
import { loadWords } from "../client/i18n.ts";
import type { Ports } from "../engine/index.ts";
import { createLazyPart } from "../engine/ui.tsx";
import { loadChunkList } from "./data/schemas.ts";
import { HOME } from "./routing/paths.ts";
import { ensureUser } from "./session/user.ts";

/** Lazy chunk of the frame and its pages. */
export const AuthenticatedApp = createLazyPart<object>(
  () =>
    Promise.all([import("./AuthenticatedApp.tsx"), loadWords("inside"), loadChunkList()]).then(
      ([module]) => module.AuthenticatedApp,
    ),
  () => <div className="app-skeleton" aria-hidden />,
);

/** Starts the loads of an address. Ignores errors: the component that renders reports them. */
export function prefetchPage(ports: Ports, href: string): void {
  const view = import("./views/view-chunks.tsx").then((code) => {
    const at = href === "/" ? HOME : href;
    code.prefetchView(at);
    return ensureUser().then((grants) => code.prefetchRows(ports, at, grants));
  });
  Promise.all([ensureUser(), AuthenticatedApp.load(), view]).catch(() => undefined);
}
