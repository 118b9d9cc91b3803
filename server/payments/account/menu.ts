/**
 * GET /mer/menu/role/m (C10): returns the user's menu ids in the order of `pages.json`, each with the name of its first
 * page. `grants` in the user info lists the actions allowed within a page.
 */
import { handler } from "../../calls/handler.ts";
import { listMenus } from "../../calls/account-steps.ts";

export const menu = handler("menu", async (call) => ({
  merMenuList: listMenus(call).map(([menuId, name]) => ({ menuId, name })),
}));
