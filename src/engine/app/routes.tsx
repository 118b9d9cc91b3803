/** Routes of the app: sign-in, and the pages behind a session guard. */
import { Navigate, Outlet, type RouteObject, useLocation, useSearchParams } from "react-router-dom";
import { isSignedIn } from "./client/session.ts";
import type { Lang } from "../model/register.ts";
import { SignIn } from "./pages/sign-in/SignIn.tsx";
import { AuthenticatedApp } from "./prefetch.tsx";
import { getApp } from "./options.ts";
import { buildLoginPath, LOGIN, REDIRECT } from "./routing/paths.ts";
import { toSafePath } from "./routing/safe-redirect.ts";

/** Returns the route objects. `prefetch` preloads the page that opens after sign-in. */
export const createRoutes = (lang: Lang, prefetch: (href: string) => void): RouteObject[] => [
  {
    element: <VisitorGuard />,
    children: [{ path: LOGIN, caseSensitive: true, element: <SignIn lang={lang} prefetch={prefetch} /> }],
  },
  {
    element: <SessionGuard />,
    children: [
      { path: "/", element: <Navigate to={getApp().home} replace /> },
      { path: REDIRECT, caseSensitive: true, element: <Reload /> },
      // The routes of the pages are loaded together with their layout.
      { path: "*", element: <AuthenticatedApp /> },
    ],
  },
];

/** Redirects signed-in users to the home page. */
function VisitorGuard() {
  // The session is a cookie, so it is read again on every navigation.
  useLocation();
  return isSignedIn() ? <Navigate to={getApp().home} replace /> : <Outlet />;
}

/** Redirects visitors to sign-in, which returns them to the current URL. */
function SessionGuard() {
  const { pathname, search } = useLocation();
  if (isSignedIn()) return <Outlet />;
  return <Navigate to={pathname === "/" ? LOGIN : buildLoginPath(pathname + search)} replace />;
}

/** Redirects to the path in `to`, so that its page remounts. Opened by a click on the link of the current page. */
function Reload() {
  const [params] = useSearchParams();
  // Two reloads in a row render the same component; the location key tells them apart and remounts the page.
  const { key } = useLocation();
  const to = toSafePath(params.get("to")) ?? getApp().home;
  return <Navigate key={key} to={to} replace state={{ reload: key }} />;
}
