/** Renders the pages of `pages.json` in their frame, for signed-in users. */
import { Suspense, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { endSession, onSessionEnd } from "../client/session.ts";
import type { CallFailure, Lang } from "../engine/index.ts";
import { clearReads, preloadOverlays, useIsMounted, usePorts } from "../engine/ui.tsx";
import { runAfterPage } from "./data/after-page.ts";
import { refreshApprovals } from "./data/approvals.tsx";
import { ErrorBoundary } from "./feedback/ErrorBoundary.tsx";
import { IdleWarning } from "./session/IdleWarning.tsx";
import { Layout } from "./layout/Layout.tsx";
import { notify } from "./feedback/notify.ts";
import type { Page } from "../contract/pages.ts";
import { pages } from "./routing/pages.ts";
import { Gate } from "./pages/Gate.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { PageView } from "./pages/PageView.tsx";
import { Unreachable } from "./pages/Unreachable.tsx";
import { PrefetchContext } from "./routing/prefetch-context.ts";
import { prefetchView } from "./views/view-chunks.tsx";
import { useUnread } from "./data/unread.tsx";
import {
  currentUser,
  type Grants,
  subscribeUser,
  CERTIFIED,
  refreshCertification,
  Unverified,
  ensureUser,
} from "./session/user.ts";

/** Renders the page of a path for a signed-in user. `home`: target of the logo's link. */
export function AuthenticatedApp({ lang, pathname, home }: { lang: Lang; pathname: string; home: string }) {
  const [grants, setGrants] = useState<Grants | undefined>(currentUser);
  const [failure, setFailure] = useState<CallFailure>();
  const ports = usePorts();
  const isMounted = useIsMounted();
  const { state } = useLocation() as { state: { afresh?: number } | null };
  useEffect(() => {
    if (grants || failure) return undefined;
    ensureUser().then(setGrants, (error: CallFailure | Unverified) => {
      // Another user may have signed in since.
      if (!isMounted()) return;
      if (!(error instanceof Unverified)) return setFailure(error);
      if (error.word) notify("danger", t(error.word));
      endSession("unverified");
    });
    return undefined;
  }, [grants, failure, isMounted]);
  useEffect(() => subscribeUser(setGrants), []);
  useEffect(() => onSessionEnd(() => clearReads(ports)), [ports]);
  // A review may be decided while the user works elsewhere: a change of page or of the unread count reloads the status.
  const unread = useUnread();
  useEffect(() => runAfterPage(refreshCertification), [pathname, unread]);
  useEffect(() => runAfterPage(() => refreshApprovals(ports)), [pathname, ports]);
  useEffect(() => runAfterPage(preloadOverlays), []);
  if (!grants && failure) return <Unreachable failure={failure} onRetry={() => setFailure(undefined)} />;
  if (!grants) return <div className="app-skeleton" aria-hidden />;
  const page = pages.find((one) => one.path === pathname);
  if (!page)
    return pathname === "/404" ? (
      <Framed page={MISSING} grants={grants} lang={lang} home={home} />
    ) : (
      <Navigate to={`/404?from=${encodeURIComponent(pathname)}`} replace />
    );
  if (page.redirect) return <Navigate to={page.redirect} replace />;
  return <Framed key={`${pathname}:${state?.afresh ?? ""}`} page={page} grants={grants} lang={lang} home={home} />;
}

const MISSING: Page = {
  path: "/404",
  id: "R2",
  label: { zh: "没有这个页面", en: "Not found" },
  access: "session",
  screen: "notFound",
};

function Framed({ page, grants, lang, home }: { page: Page; grants: Grants; lang: Lang; home: string }) {
  const open = page.access === "session" || grants.user.userStatus === CERTIFIED;
  return (
    <PrefetchContext value={prefetchView}>
      <Layout page={page} grants={grants} lang={lang} home={home}>
        <IdleWarning />
        <ErrorBoundary key={page.path}>
          <Suspense fallback={<div className="skeleton page-skeleton" aria-hidden />}>
            {page.screen === MISSING.screen ? (
              <NotFound />
            ) : open ? (
              <PageView page={page} grants={grants} lang={lang} />
            ) : (
              <Gate status={grants.user.userStatus} label={page.label[lang]} />
            )}
          </Suspense>
        </ErrorBoundary>
      </Layout>
    </PrefetchContext>
  );
}
