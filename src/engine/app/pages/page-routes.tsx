/**
 * Route objects for `pages.json`: a layout route for each frame, and the pages in it.
 */
import { Navigate, type RouteObject, useLocation } from "react-router-dom";
import { usePorts } from "../../react/ports-context.tsx";
import type { Page } from "../../model/pages.ts";
import type { Screen } from "../../model/register.ts";
import { Layout } from "../layout/Layout.tsx";
import { pages } from "../routing/pages.ts";
import { NOT_FOUND } from "../routing/paths.ts";
import { useGrants } from "../session/grants.tsx";
import { hasReached } from "../session/user.ts";
import { Gate } from "./Gate.tsx";
import { NotFound } from "./NotFound.tsx";
import { PageView } from "./PageView.tsx";

/** Screens that the shell routes itself. */
const SHELL: ReadonlySet<Screen | undefined> = new Set<Screen>(["notFound", "redirect"]);

const createRoute = (page: Page): RouteObject => ({
  path: page.path,
  caseSensitive: true,
  element: <GuardedPage page={page} />,
});

/** The page, or why it is locked while the user has not reached its access level. */
function GuardedPage({ page }: { page: Page }) {
  const { user } = useGrants();
  const { lang } = usePorts();
  return hasReached(user, page.access) ? <PageView page={page} /> : <Gate label={page.label[lang]} />;
}

/** Redirects an unknown URL to the not-found page. */
function UnknownAddress() {
  const { pathname } = useLocation();
  return <Navigate to={`${NOT_FOUND}?from=${encodeURIComponent(pathname)}`} replace />;
}

const shown = pages.filter(({ access, redirect, screen }) => access !== "public" && !redirect && !SHELL.has(screen));
const describeFrame = ({ header = true, footer = true, layout = "top" }: Page): string =>
  `${header} ${footer} ${layout}`;
/** One representative page for each combination of header, footer and layout. */
const frames = new Map(shown.map((page) => [describeFrame(page), page]));

export const pageRoutes: RouteObject[] = [
  ...[...frames].map(([frame, page]) => ({
    element: <Layout frame={page} />,
    children: shown.filter((page) => describeFrame(page) === frame).map(createRoute),
  })),
  { element: <Layout />, children: [{ path: NOT_FOUND, element: <NotFound /> }] },
  ...pages.flatMap(({ path, redirect }) =>
    redirect ? [{ path, caseSensitive: true, element: <Navigate to={redirect} replace /> }] : [],
  ),
  { path: "*", element: <UnknownAddress /> },
];
