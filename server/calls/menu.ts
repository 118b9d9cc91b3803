/** GET /mer/menu/role/m (C10): menu ids of the pages and action grants that the user has, one flat list. */
import type { Handler } from "../http/call.ts";

export const menu: Handler = async ({ deps, session, lang }) => {
  const names = new Map<string, string>();
  for (const page of deps.schemas.pages) {
    if (page.menu && !names.has(page.menu)) names.set(page.menu, page.label[lang]);
    for (const tab of page.tabs ?? []) if (tab.grant && !names.has(tab.grant)) names.set(tab.grant, tab.label[lang]);
  }
  return { merMenuList: [...session.user.grants].map((menuId) => ({ menuId, name: names.get(menuId) ?? menuId })) };
};
