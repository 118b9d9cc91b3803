/** Who is signed in and what the server grants them: loaded once a session, before any page. */
import { calls, type CallName } from "./schemas.ts";
import { send } from "../client/http.ts";
import type { User } from "../client/session.ts";

export interface Grants {
  user: User;
  /** Page menu ids and action grants, one flat set. */
  granted: ReadonlySet<string>;
}
let current: Grants | undefined;

/** Throws a `CallFailure`; a refused menu ends the session (specification 4). */
export async function loadUser(): Promise<Grants> {
  const [info, menu] = await Promise.all([send(path("userInfo")), send(path("menu"))]);
  const items = (menu.merMenuList ?? []) as { menuId: string }[];
  current = { user: (info.user ?? info) as User, granted: new Set(items.map((item) => item.menuId)) };
  localStorage.setItem("permittedMenus", JSON.stringify([...current.granted]));
  return current;
}
export const currentUser = (): Grants | undefined => current;
export const forgetUser = (): void => void (current = undefined);
export const path = (name: CallName) => calls[name];
