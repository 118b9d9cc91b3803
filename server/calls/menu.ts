/** GET /session/menu: returns the menus of the user in the order of `pages.json`. */
import { listMenus } from "./account-steps.ts";
import { sessionHandler } from "./handler.ts";

export const menu = sessionHandler("menu", async (call) => ({
  menu: listMenus(call).map(([id, name]) => ({ id, name })),
}));
