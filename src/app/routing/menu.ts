/** Menu items: granted pages in the order of `pages.json`, with the reason when one is blocked. Source: specification 2, 4, 6. */
import type { Page } from "../../contract/pages.ts";
import { type Grants, CERTIFIED } from "../session/user.ts";
import type { Lang } from "../../engine/index.ts";

export interface MenuItem {
  path: string;
  label: string;
  /** The merchant is not certified and the page needs it. */
  blocked: boolean;
  /** userStatus when it is not 1: no tab navigates then, home included. Source: specification 2, 4. */
  closed?: number | undefined;
}

export function listMenu(pages: readonly Page[], { granted, user }: Grants, lang: Lang): MenuItem[] {
  return pages
    .filter((page) => page.menu && granted.has(page.menu) && page.order !== undefined)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map((page) => ({
      path: page.path,
      label: page.label[lang],
      blocked: page.access !== "session" && user.userStatus !== CERTIFIED,
      ...(user.userStatus === CERTIFIED ? {} : { closed: user.userStatus }),
    }));
}
