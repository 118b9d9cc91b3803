/** Props of the pages that `EntityPage.tsx` renders. */
import type { Lang, Page, Tab, View } from "@portolan/engine";
import type { ScreenProps } from "../views/screens.tsx";

export interface PageContext {
  /** The merchant's `userStatus`. */
  status: number;
  shell: ScreenProps["shell"];
  page: Page;
  tab?: Tab | undefined;
  view: View;
  title: string;
  lang: Lang;
}
export interface EntityPageProps extends PageContext {
  /** Name of the entity. */
  name: string;
}
export interface CallPageProps extends Pick<PageContext, "title" | "page" | "tab" | "lang"> {
  /** Name of the call. */
  name: string;
}
