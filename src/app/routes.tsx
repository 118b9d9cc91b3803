/** Routes of the portal: sign-in, and behind the guard of the session the pages. Source: specification 2. */
import { Navigate, Outlet, type RouteObject, useLocation, useSearchParams } from "react-router-dom";
import { isSignedIn } from "../client/session.ts";
import type { Lang } from "../engine/index.ts";
import { createLazyPart } from "../engine/ui.tsx";
import type { SignIn as SignInPage } from "./pages/sign-in/SignIn.tsx";
import { AuthenticatedApp } from "./prefetch.tsx";
import { buildLoginPath, HOME, LOGIN, REDIRECT } from "./routing/paths.ts";
import { toSafePath } from "./routing/safe-redirect.ts";

const SignIn = createLazyPart<Parameters<typeof SignInPage>[0]>(
  () => import("./pages/sign-in/SignIn.tsx").then((module) => module.SignIn),
  () => null,
);

/** Returns the route objects. `prefetch` starts the loads of the page that follows the sign-in. */
export const createRoutes = (lang: Lang, prefetch: (href: string) => void): RouteObject[] => [
  {
    element: <VisitorGuard />,
    children: [{ path: LOGIN, caseSensitive: true, element: <SignIn lang={lang} prefetch={prefetch} /> }],
  },
  {
    element: <SessionGuard />,
    children: [
      { path: "/", element: <Navigate to={HOME} replace /> },
      { path: REDIRECT, caseSensitive: true, element: <Reload /> },
      // The route table of the pages is loaded with their frame.
      { path: "*", element: <AuthenticatedApp /> },
    ],
  },
];

/** Sends a signed-in user home. */
function VisitorGuard() {
  // The session is a cookie: read again at each address.
  useLocation();
  return isSignedIn() ? <Navigate to={HOME} replace /> : <Outlet />;
}

/** Sends a visitor to the sign-in, which leads back to the URL. */
function SessionGuard() {
  const { pathname, search } = useLocation();
  if (isSignedIn()) return <Outlet />;
  return <Navigate to={pathname === "/" ? LOGIN : buildLoginPath(pathname + search)} replace />;
}

/** Remounts the page of a path. A second click on a link navigates here. */
function Reload() {
  const [params] = useSearchParams();
  // Two in a row render the same component: the location's key separates them, and the pages that they remount.
  const { key } = useLocation();
  const to = toSafePath(params.get("to")) ?? HOME;
  return <Navigate key={key} to={to} replace state={{ reload: key }} />;
}
