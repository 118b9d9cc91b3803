/** Hand-written screens named in `pages.json`, each in a chunk of its own. */
import type { Lang } from "../../engine/index.ts";
import { loadWords, type Part } from "../../client/i18n.ts";
import type { Screen } from "../../contract/pages.ts";
import { lazyPart } from "../../engine/ui.tsx";
import type { createShell } from "../routing/page-links.ts";
import type { CallEntity } from "../data/schemas.ts";

type Shells = "notFound" | "redirect";

/** Props of every screen. */
export interface ScreenProps {
  lang: Lang;
  title: string;
  /** Loads a call's form by the call's name. */
  form(call: string): Promise<CallEntity>;
  /** Pages and places of the portal that are granted to the user. */
  shell: ReturnType<typeof createShell>;
}

/** Screens by their name in `pages.json`; the shell renders the other two itself. */
export const screens: Readonly<
  Record<Exclude<Screen, Shells>, ReturnType<typeof lazyPart<ScreenProps>>> & Partial<Record<Shells, undefined>>
> = {
  home: lazyPart<ScreenProps>(() =>
    loadWithWords("home", import("../../screens/home/Home.tsx")).then((module) => module.Home),
  ),
  account: lazyPart<ScreenProps>(() => import("../account/Overview.tsx").then((module) => module.Overview)),
  sessions: lazyPart<ScreenProps>(() =>
    loadWithWords("account", import("../account/SessionList.tsx")).then((module) => module.SessionList),
  ),
  verification: lazyPart<ScreenProps>(() =>
    loadWithWords("account", import("../../screens/verification/Verification.tsx")).then(
      (module) => module.Verification,
    ),
  ),
  swap: lazyPart<ScreenProps>(() =>
    loadWithWords("swap", import("../../screens/swap/Swap.tsx")).then((module) => module.Swap),
  ),
  swapIntra: lazyPart<ScreenProps>(() =>
    loadWithWords("swap", import("../../screens/swap/Swap.tsx")).then((module) => module.SwapIntra),
  ),
  swapApplication: lazyPart<ScreenProps>(() =>
    loadWithWords("swap", import("../../screens/swap/Application.tsx")).then((module) => module.Application),
  ),
  swapConfirm: lazyPart<ScreenProps>(() =>
    loadWithWords("swap", import("../../screens/swap/Confirm.tsx")).then((module) => module.Confirm),
  ),
  validator: lazyPart<ScreenProps>(() =>
    loadWithWords("account", import("../../screens/verification/Validator.tsx")).then((module) => module.Validator),
  ),
};

/** Resolves with a screen once its words are loaded. */
async function loadWithWords<T>(part: Part, screen: Promise<T>): Promise<T> {
  await loadWords(part);
  return screen;
}
