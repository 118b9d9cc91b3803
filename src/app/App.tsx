/** Who may go where: sign-in, or what is inside. Source of the guard's rules: specification 2. */
import { useEffect, useLayoutEffect } from "react";
import { BrowserRouter, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { signedIn } from "../client/session.ts";
import type { Lang, Ports } from "../engine/index.ts";
import { EngineProvider, lazyPart } from "../engine/ui.tsx";
import { HOME, Inside } from "./ahead.tsx";
import { Notices } from "./notices.tsx";
import { ownPath } from "./own-path.ts";
import { navigateBy } from "./ports.ts";
import { SessionEvents } from "./SessionEvents.tsx";
import { StepUp } from "./StepUp.tsx";

const SignIn = lazyPart<{ lang: Lang; home: string }>(
  () => import("./pages/SignIn.tsx").then((module) => module.SignIn),
  () => null,
);
const LOGIN = "/login";

/** `ports` never change: everything below would render again. */
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

/** Gives the ports the router's way to a page. */
function Navigation() {
  const navigate = useNavigate();
  useLayoutEffect(() => navigateBy(navigate), [navigate]);
  return null;
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
  return <Inside lang={lang} pathname={pathname} home={HOME} />;
}

/** Renders a path afresh: the helper behind the second click on a link. */
function Redirect() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const to = ownPath(params.get("to")) ?? HOME;
  // Two that come together are one and the same component: each has a key of its own.
  const { key } = useLocation();
  useEffect(() => void navigate(to, { replace: true, state: { afresh: Date.now() } }), [navigate, to, key]);
  return null;
}
