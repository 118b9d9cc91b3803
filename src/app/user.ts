/** Who is signed in and what the server grants them: loaded once a session, before any page. */
import { wayOf } from "./schemas.ts";
import { send } from "../client/http.ts";
import type { CallResult } from "../engine/index.ts";

/** The person, as the user info call tells. */
export interface User {
  id: string;
  name: string;
  username: string;
  merchantName: string;
  /** 4 not certified, 0 under review, -1 failed, 1 passed. Source: specification 4. */
  userStatus: number;
}

export interface Grants {
  user: User;
  /** Page menu ids and action grants, one flat set. */
  granted: ReadonlySet<string>;
}
let current: Grants | undefined;

/** Throws a `CallFailure`; a refused menu ends the session (specification 4), which the server's code says. */
export async function loadUser(): Promise<Grants> {
  const [info, menu] = await Promise.all([send(wayOf("userInfo")), send(wayOf("menu"))]);
  const items = (menu.merMenuList ?? []) as { menuId: string }[];
  current = { user: userOf(info), granted: new Set(items.map((item) => item.menuId)) };
  // Source: specification 3, the local list of permitted menu ids.
  localStorage.setItem("permittedMenus", JSON.stringify([...current.granted]));
  return current;
}
const userOf = (info: CallResult): User => ({
  id: String(info.userId),
  name: String(info.name),
  username: String(info.username ?? info.name),
  merchantName: String(info.merName ?? info.name),
  userStatus: Number(info.userStatus),
});
export const currentUser = (): Grants | undefined => current;
export const forgetUser = (): void => void (current = undefined);
