/**
 * GET /mer/menu/role/m (C10): returns the user's menu ids in the order of `pages.json`, each with the name of its first
 * page. `grants` in the user info lists the actions allowed within a page.
 */
import { handler } from "./handler.ts";

export const menu = handler("menu", async ({ services, session, lang }) => {
  const names = new Map<string, string>();
  for (const { menu: id, label } of services.schemas.pages)
    if (id && session.user.grants.has(id) && !names.has(id)) names.set(id, label[lang]);
  return { merMenuList: [...names].map(([menuId, name]) => ({ menuId, name })) };
});
