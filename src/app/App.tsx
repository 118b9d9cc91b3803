/** Routes a visitor to the sign-in pages, or a signed-in user to the pages inside. Source of the guard's rules: specification 2. */
import { useEffect, useLayoutEffect } from "react";
import { BrowserRouter, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { isSignedIn } from "../client/session.ts";
import type { Lang, Ports } from "../engine/index.ts";
import { EngineProvider, lazyPart } from "../engine/ui.tsx";
import { HOME, AuthenticatedApp } from "./prefetch.tsx";
import { Notices } from "./feedback/Notices.tsx";
import { toSafePath } from "./routing/safe-redirect.ts";
import { navigateBy } from "./ports.tsx";
import { SessionEvents } from "./session/SessionEvents.tsx";
import { StepUp } from "./session/StepUp.tsx";

const SignIn = lazyPart<{ lang: Lang; home: string }>(
  () => import("./pages/sign-in/SignIn.tsx").then((module) => module.SignIn),
  () => null,
);
const LOGIN = "/login";

/** `ports` keep their identity for the life of the app: a new object would render everything below again. */
export function App({ lang, ports }: { lang: Lang; ports: Ports }) {
  return (
    <EngineProvider ports={ports}>
      <BrowserRouter>
        <Navigation />
        <SessionEvents />
        <Guard lang={lang} />
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

function Guard({ lang }: { lang: Lang }) {
  const { pathname, search } = useLocation();
  if (!isSignedIn()) {
    if (pathname === LOGIN) return <SignIn lang={lang} home={HOME} />;
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
