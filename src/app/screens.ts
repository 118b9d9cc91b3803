/** The screens that `pages.json` names: hand-written pages, each a chunk of its own. */
import type { Lang } from "../engine/index.ts";
import { loadWords, type Part } from "../client/i18n.ts";
import type { Screen } from "../contract/pages.ts";
import { lazyPart } from "../engine/ui.tsx";
import type { shellFor } from "./place.ts";
import type { CallEntity } from "./schemas.ts";

type Shells = "notFound" | "redirect";

/** What every screen gets from the shell. */
export interface ScreenProps {
  lang: Lang;
  title: string;
  /** A call's form by the call's name. */
  form(call: string): Promise<CallEntity>;
  /** The portal around it, as this person may see it. */
  shell: ReturnType<typeof shellFor>;
}

/** Screens by their name in `pages.json`; the shell draws the other two itself. */
export const screens: Readonly<
  Record<Exclude<Screen, Shells>, ReturnType<typeof lazyPart<ScreenProps>>> & Partial<Record<Shells, undefined>>
> = {
  home: lazyPart<ScreenProps>(() =>
    withWords("home", import("../screens/home/Home.tsx")).then((module) => module.Home),
  ),
  account: lazyPart<ScreenProps>(() => import("./pages/account/Overview.tsx").then((module) => module.Overview)),
  sessions: lazyPart<ScreenProps>(() =>
    withWords("account", import("./pages/account/SessionList.tsx")).then((module) => module.SessionList),
  ),
  verification: lazyPart<ScreenProps>(() =>
    withWords("account", import("../screens/verification/Verification.tsx")).then((module) => module.Verification),
  ),
  swap: lazyPart<ScreenProps>(() =>
    withWords("swap", import("../screens/swap/Swap.tsx")).then((module) => module.Swap),
  ),
  swapIntra: lazyPart<ScreenProps>(() =>
    withWords("swap", import("../screens/swap/Swap.tsx")).then((module) => module.SwapIntra),
  ),
  swapApplication: lazyPart<ScreenProps>(() =>
    withWords("swap", import("../screens/swap/Application.tsx")).then((module) => module.Application),
  ),
  swapConfirm: lazyPart<ScreenProps>(() =>
    withWords("swap", import("../screens/swap/Confirm.tsx")).then((module) => module.Confirm),
  ),
  validator: lazyPart<ScreenProps>(() =>
    withWords("account", import("../screens/verification/Validator.tsx")).then((module) => module.Validator),
  ),
};

/** A screen, drawn after its words came. */
async function withWords<T>(part: Part, screen: Promise<T>): Promise<T> {
  await loadWords(part);
  return screen;
}
