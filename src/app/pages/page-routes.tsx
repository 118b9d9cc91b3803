/**
 * Route objects for `pages.json`: a layout route for each frame, and a guard route around pages that require
 * certification.
 */
import { Navigate, Outlet, type RouteObject, useLocation } from "react-router-dom";
import { usePorts } from "@portolan/engine/ui";
import type { Page, Screen } from "@portolan/engine";
import { Layout } from "../layout/Layout.tsx";
import { pages } from "../routing/pages.ts";
import { NOT_FOUND } from "../routing/paths.ts";
import { useGrants } from "../session/grants.tsx";
import { CERTIFIED } from "../session/user.ts";
import { Gate } from "./Gate.tsx";
import { NotFound } from "./NotFound.tsx";
import { PageView } from "./PageView.tsx";

/** Screens that the shell routes itself. */
const SHELL: ReadonlySet<Screen | undefined> = new Set<Screen>(["notFound", "redirect"]);

function createRoute(page: Page): RouteObject {
  const route: RouteObject = { path: page.path, caseSensitive: true, element: <PageView page={page} /> };
  return page.access === "session" ? route : { element: <CertificationGuard page={page} />, children: [route] };
}

/** Explains why the page is locked while the merchant is not certified. */
function CertificationGuard({ page }: { page: Page }) {
  const { userStatus } = useGrants().user;
  const { lang } = usePorts();
  return userStatus === CERTIFIED ? <Outlet /> : <Gate status={userStatus} label={page.label[lang]} />;
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
