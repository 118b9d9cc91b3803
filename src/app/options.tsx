/** Options of the portal. */
import type { AppOptions, Standing, User } from "@portolan/engine/app";
import * as constants from "../contract/constants.gen.ts";
import { languageReloadMs, requestTimeoutMs } from "../contract/constants.gen.ts";
import { IDLE_MS, SESSION_COOKIES } from "../contract/session.ts";
import { settings } from "../payments/settings.ts";
import { visitorViews } from "./sign-in/views.tsx";
import { Logo } from "./theme/Logo.tsx";
import { Rhumbs } from "./theme/Rhumbs.tsx";

/** The `userStatus` of a certified merchant. Source: specification 4. */
const CERTIFIED = 1;
/** Tone and sign of each `userStatus`. Source: specification 4. */
const STATUSES: Record<User["userStatus"], Pick<Standing, "tone" | "sign">> = {
  [CERTIFIED]: { tone: "success", sign: "✓" },
  "0": { tone: "info", sign: "…" },
  "-1": { tone: "danger", sign: "!" },
  "4": { tone: "warning", sign: "!" },
};

/** Options for `startApp`. */
export const options: AppOptions = {
  settings,
  home: "/exchangerateInquiry",
  logo: Logo,
  art: Rhumbs,
  texts: import.meta.glob<Record<string, string>>("../../locales/*/{shell,failures,home,swap}.json", {
    import: "default",
  }),
  constants,
  tags: { zh: { page: "zh-CN", dates: "zh-CN" }, en: { page: "en", dates: "en-GB" } },
  cookies: SESSION_COOKIES,
  idleMs: IDLE_MS,
  timeoutMs: requestTimeoutMs,
  languageReloadMs,
  wire: {
    listMenus: ({ merMenuList }) => merMenuList.map(({ menuId }) => menuId),
    requiresSecondFactor: ({ needGoogle }) => needGoogle === true,
  },
  files: { upload: "/mer/own/file", load: "/mer/other/load/file" },
  visitorViews,
  // Before certification, no tab navigates. Source: specification 2.
  standing: {
    path: "/authentication",
    read: ({ userStatus }) => ({
      level: userStatus === CERTIFIED ? "certified" : "session",
      state: String(userStatus),
      ...STATUSES[userStatus],
    }),
  },
  inside: () => import("./inside.tsx").then((module) => module.inside),
};
