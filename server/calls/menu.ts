/** GET /mer/menu/role/m (C10): the menu ids that the user has, in the order of `pages.json`, named by the first page of each. What the user may do within a page is `grants` of the user info. */
import { handler } from "./handler.ts";

export const menu = handler("menu", async ({ services, session, lang }) => {
  const names = new Map<string, string>();
  for (const { menu: id, label } of services.schemas.pages)
    if (id && session.user.grants.has(id) && !names.has(id)) names.set(id, label[lang]);
  return { merMenuList: [...names].map(([menuId, name]) => ({ menuId, name })) };
});
