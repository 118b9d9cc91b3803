/** Routes a visitor to the sign-in pages, or a signed-in user to the pages inside. Source of the guard's rules: specification 2. */
import { useCallback, useEffect, useLayoutEffect } from "react";
import { BrowserRouter, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { isSignedIn } from "../client/session.ts";
import type { Lang, Ports } from "../engine/index.ts";
import { EngineProvider, lazyPart } from "../engine/ui.tsx";
import type { SignIn as SignInPage } from "./pages/sign-in/SignIn.tsx";
import { AuthenticatedApp, HOME, prefetchPage } from "./prefetch.tsx";
import { Notices } from "./feedback/Notices.tsx";
import { toSafePath } from "./routing/safe-redirect.ts";
import { navigateBy } from "./ports.tsx";
import { SessionEvents } from "./session/SessionEvents.tsx";
import { StepUp } from "./session/StepUp.tsx";

const SignIn = lazyPart<Parameters<typeof SignInPage>[0]>(
  () => import("./pages/sign-in/SignIn.tsx").then((module) => module.SignIn),
  () => null,
);
const LOGIN = "/login";

/** `ports` keep their identity for the life of the app: a new object would render everything below again. */
export function App({ lang, ports }: { lang: Lang; ports: Ports }) {
  const prefetch = useCallback((href: string) => prefetchPage(ports, href), [ports]);
  return (
    <EngineProvider ports={ports}>
      <BrowserRouter>
        <Navigation />
        <SessionEvents />
        <Guard lang={lang} prefetch={prefetch} />
        <StepUp />
        <Notices />
      </BrowserRouter>
    </EngineProvider>
  );
}

/** Hands the router's `navigate` to the ports. */
function Navigation() {
  const navigate = useNavigate();
  useLayoutEffect(() => navigateBy(navigate), [navigate]);
  return null;
}

function Guard({ lang, prefetch }: { lang: Lang; prefetch(href: string): void }) {
  const { pathname, search } = useLocation();
  if (!isSignedIn()) {
    if (pathname === LOGIN) return <SignIn lang={lang} home={HOME} prefetch={prefetch} />;
    const next = pathname === "/" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={LOGIN + next} replace />;
  }
  if (pathname === LOGIN || pathname === "/") return <Navigate to={HOME} replace />;
  if (pathname === "/redirect") return <Redirect />;
  return <AuthenticatedApp lang={lang} pathname={pathname} home={HOME} />;
}

/** Remounts the page of a path. A second click on a link navigates here. */
function Redirect() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const to = toSafePath(params.get("to")) ?? HOME;
  // Two redirects in a row render the same component: the key separates them.
  const { key } = useLocation();
  useEffect(() => void navigate(to, { replace: true, state: { afresh: Date.now() } }), [navigate, to, key]);
  return null;
}
