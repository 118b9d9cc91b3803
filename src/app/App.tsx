/** Routes made from `pages.json`, behind the guard. Source of the guard's rules: specification 2. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { BrowserRouter, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { signedIn } from "../client/session.ts";
import type { Lang } from "../engine/index.ts";
import { EnginePorts, preloadOverlays } from "../engine/ui.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Layout } from "./layout/Layout.tsx";
import { PASSED } from "./menu.ts";
import { Notices } from "./notices.tsx";
import { Gate } from "./pages/Gate.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { portsFor } from "./ports.ts";
import { type Page, pages } from "./schemas.ts";
import { SessionEvents } from "./SessionEvents.tsx";
import { StepUp } from "./StepUp.tsx";
import { currentUser, type Grants, loadUser } from "./user.ts";

const SignIn = lazy(() => import("./pages/SignIn.tsx").then((module) => ({ default: module.SignIn })));
const PageView = lazy(() => import("./pages/PageView.tsx").then((module) => ({ default: module.PageView })));

/** Where the guard sends a signed-in merchant. Source: specification 2. */
const HOME = "/exchangerateInquiry";
const LOGIN = "/login";

export function App({ lang }: { lang: Lang }) {
  useEffect(preloadOverlays, []);
  return (
    <BrowserRouter>
      <Ported lang={lang}>
        <SessionEvents />
        <Suspense fallback={null}>
          <Guard lang={lang} />
        </Suspense>
        <StepUp />
        <Notices />
      </Ported>
    </BrowserRouter>
  );
}

/** The ports never change: everything below would render again. */
function Ported({ lang, children }: { lang: Lang; children: ReactNode }) {
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  const [ports] = useState(() => portsFor(lang, currentUser, (path) => void go.current(path)));
  return <EnginePorts value={ports}>{children}</EnginePorts>;
}

function Guard({ lang }: { lang: Lang }) {
  const { pathname, search } = useLocation();
  if (!signedIn()) {
    if (pathname === LOGIN) return <SignIn lang={lang} home={HOME} />;
    const next = pathname === "/" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={LOGIN + next} replace />;
  }
  if (pathname === LOGIN || pathname === "/") return <Navigate to={HOME} replace />;
  if (pathname === "/redirect") return <Redirect />;
  return <SignedIn lang={lang} pathname={pathname} />;
}

/** Renders a path afresh: the helper behind the second click on a link. */
function Redirect() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const to = params.get("to") ?? HOME;
  useEffect(() => void navigate(to.startsWith("/") && !to.startsWith("//") ? to : HOME, { replace: true, state: { afresh: Date.now() } }), [navigate, to]);
  return null;
}

function SignedIn({ lang, pathname }: { lang: Lang; pathname: string }) {
  const [grants, setGrants] = useState<Grants | undefined>(currentUser);
  const { state } = useLocation() as { state: { afresh?: number } | null };
  useEffect(() => {
    if (!grants) loadUser().then(setGrants, () => undefined);
  }, [grants]);
  if (!grants) return <div className="app-skeleton" aria-hidden />;
  const page = pages.find((one) => one.path === pathname);
  if (!page) return pathname === "/404" ? <Framed page={MISSING} grants={grants} lang={lang} /> : <Navigate to={`/404?from=${encodeURIComponent(pathname)}`} replace />;
  if (page.redirect) return <Navigate to={page.redirect} replace />;
  return <Framed key={`${pathname}:${state?.afresh ?? ""}`} page={page} grants={grants} lang={lang} />;
}

const MISSING: Page = { path: "/404", id: "R2", label: { zh: "没有这个页面", en: "Not found" }, access: "session", screen: "notFound" };

function Framed({ page, grants, lang }: { page: Page; grants: Grants; lang: Lang }) {
  const open = page.access === "session" || grants.user.userStatus === PASSED;
  return (
    <Layout page={page} grants={grants} lang={lang} home={HOME}>
      <ErrorBoundary key={page.path}>
        <Suspense fallback={<div className="skeleton page-skeleton" aria-hidden />}>
          {page.screen === MISSING.screen ? <NotFound /> : open ? <PageView page={page} grants={grants} lang={lang} /> : <Gate status={grants.user.userStatus} label={page.label[lang]} />}
        </Suspense>
      </ErrorBoundary>
    </Layout>
  );
}
