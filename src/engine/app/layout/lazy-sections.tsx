/** Sections of pages with a side layout, in a chunk that other pages do not load. */
import type { Page } from "../../model/pages.ts";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { isSidebarOpen } from "./sidebar-state.ts";

const load = () => import("./Sections.tsx");

export const Sidebar = createLazyPart<{ page: Page }>(
  () => load().then((module) => module.Sidebar),
  () => <aside className="sidebar" data-closed={!isSidebarOpen() || undefined} />,
);
export const SectionsButton = createLazyPart<{ page: Page }>(
  () => load().then((module) => module.SectionsButton),
  () => <div className="page-sections" />,
);
