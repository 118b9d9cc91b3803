/** Props of the pages that `EntityPage.tsx` renders. */
import type { Lang } from "../../model/register.ts";
import type { Page, Tab, View } from "../../model/pages.ts";
import type { Shell } from "../options.ts";

export interface PageContext {
  shell: Shell;
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
