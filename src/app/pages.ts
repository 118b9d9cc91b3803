/** The route table of `pages.json`: of signed-in people's pages, so no part of the sign-in page. */
import * as manifest from "virtual:schemas/pages";
import type { Lang, Row } from "../engine/index.ts";

/** What a page or a tab shows: a view of an entity, a call's form or a hand-written screen. */
export interface View {
  entity?: string;
  show?: "list" | "create" | "detail" | "edit" | "import" | "sole";
  preset?: Row;
  columns?: string[];
  call?: string;
  screen?: string;
}
export type Tab = View & { id: string; label: Record<Lang, string>; grant?: string };
export interface Page extends View {
  path: string;
  id: string;
  label: Record<Lang, string>;
  menu?: string;
  order?: number;
  access?: "public" | "session" | "certified";
  layout?: "top" | "side";
  header?: boolean;
  footer?: boolean;
  redirect?: string;
  view?: View;
  tabs?: Tab[];
}

/** The tabs of a page that a person may open. */
export const tabsOf = ({ tabs = [] }: Page, granted: ReadonlySet<string>): Tab[] => tabs.filter((tab) => !tab.grant || granted.has(tab.grant));
/** The one among them that an address names, else the first. */
export const openTab = (tabs: readonly Tab[], params: URLSearchParams): Tab | undefined => tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];

export const pages = manifest.pages as unknown as readonly Page[];
