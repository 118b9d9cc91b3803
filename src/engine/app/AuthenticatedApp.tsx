/** Renders the pages of `pages.json` inside their layout, for signed-in users. */
import { useEffect, useState } from "react";
import { useLocation, useRoutes } from "react-router-dom";
import { t } from "./client/i18n.ts";
import { endSession, onSessionEnd } from "./client/session.ts";
import type { CallFailure } from "../model/ports.ts";
import { clearReads } from "../data/client.tsx";
import { EngineProvider } from "../inputs/EngineProvider.tsx";
import { preloadOverlays } from "../overlay/overlay.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { coreViews } from "../views/parts.tsx";
import { getInside } from "./inside-options.tsx";
import { getApp } from "./options.ts";
import { runAfterPage } from "./data/after-page.ts";
import { refreshApprovals } from "./data/approvals.tsx";
import { useUnread } from "./data/unread-notifications.tsx";
import { showToast } from "./feedback/toasts.ts";
import { prefetchLink } from "./pages/lazy-pages.tsx";
import { pageRoutes } from "./pages/page-routes.tsx";
import { Unreachable } from "./pages/Unreachable.tsx";
import { PrefetchContext } from "./routing/prefetch-context.ts";
import { GrantsContext } from "./session/grants.tsx";
import { IdleWarning } from "./session/IdleWarning.tsx";
import { getCurrentUser, ensureUser, type Grants, refreshStanding, subscribeUser, Unverified } from "./session/user.ts";

/** What the product hands to the engine's components, and its logo in the letterhead of documents. */
function readParts() {
  const { inputs, views = coreViews } = getInside();
  const { logo: Logo } = getApp();
  return { ...(inputs && { inputs }), views, mark: <Logo size={36} /> };
}

/** Loads the user, then renders the page of the URL. Ends the session if the user cannot be verified. */
export function AuthenticatedApp() {
  const [grants, setGrants] = useState<Grants | undefined>(getCurrentUser);
  const [failure, setFailure] = useState<CallFailure>();
  const ports = usePorts();
  const [parts] = useState(readParts);
  const isMounted = useIsMounted();
  const { pathname } = useLocation();
  const page = useRoutes(pageRoutes);
  useEffect(() => {
    if (grants || failure) return undefined;
    ensureUser().then(setGrants, (error: CallFailure | Unverified) => {
      // Ignores a failure that arrives after this component has been unmounted, such as after a sign-out.
      if (!isMounted()) return;
      if (!(error instanceof Unverified)) return setFailure(error);
      if (error.messageKey) showToast("danger", t(error.messageKey));
      endSession("unverified");
    });
    return undefined;
  }, [grants, failure, isMounted]);
  useEffect(() => subscribeUser(setGrants), []);
  useEffect(() => onSessionEnd(() => clearReads(ports)), [ports]);
  // The user's account may be opened at any time, so the standing is reloaded whenever the page or the unread count
  // changes.
  const unread = useUnread();
  useEffect(() => runAfterPage(refreshStanding), [pathname, unread]);
  useEffect(() => runAfterPage(() => refreshApprovals(ports)), [pathname, ports]);
  useEffect(() => runAfterPage(preloadOverlays), []);
  if (!grants && failure) return <Unreachable failure={failure} onRetry={() => setFailure(undefined)} />;
  if (!grants) return <div className="app-skeleton" aria-hidden />;
  return (
    // Provided here rather than at the root, because the forms of visitors need neither the product's inputs nor views
    // of records.
    <EngineProvider ports={ports} {...parts}>
      <GrantsContext value={grants}>
        <PrefetchContext value={prefetchLink}>
          {page}
          <IdleWarning />
        </PrefetchContext>
      </GrantsContext>
    </EngineProvider>
  );
}
