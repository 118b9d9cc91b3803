/** Hand-written screens referenced in `pages.json`, each in a separate chunk. */
import type { Lang, Screen } from "@portolan/engine";
import { loadTexts, type Namespace } from "../../client/i18n.ts";
import { createLazyPart } from "@portolan/engine/ui";
import type { createShell } from "../routing/page-links.ts";
import { type CallEntity, loadEntity } from "../data/schemas.ts";

type Shells = "notFound" | "redirect";

/** Props passed to every screen. */
export interface ScreenProps {
  lang: Lang;
  title: string;
  /** Loads the form of a call by name. */
  form(call: string): Promise<CallEntity>;
  /** Navigation API with the pages and views granted to the user. */
  shell: ReturnType<typeof createShell>;
}

/** Screens by their name in `pages.json`, except `notFound` and `redirect`, which the shell renders itself. */
export const screens: Readonly<
  Record<Exclude<Screen, Shells>, ReturnType<typeof createLazyPart<ScreenProps>>> & Partial<Record<Shells, undefined>>
> = {
  home: createLazyPart<ScreenProps>(() => {
    // The entities of the home page share a file.
    loadEntity("wallet").catch(() => undefined);
    return loadWithTexts("home", import("../../screens/home/Home.tsx")).then((module) => module.Home);
  }),
  sessions: createLazyPart<ScreenProps>(() =>
    import("../account/SessionList.tsx").then((module) => module.SessionList),
  ),
  verification: createLazyPart<ScreenProps>(() =>
    import("../../screens/verification/Verification.tsx").then((module) => module.Verification),
  ),
  swap: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../../screens/swap/Swap.tsx")).then((module) => module.Swap),
  ),
  swapIntra: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../../screens/swap/Swap.tsx")).then((module) => module.SwapIntra),
  ),
  swapApplication: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../../screens/swap/Application.tsx")).then((module) => module.Application),
  ),
  swapConfirm: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../../screens/swap/Confirm.tsx")).then((module) => module.Confirm),
  ),
  validator: createLazyPart<ScreenProps>(() =>
    import("../../screens/verification/Validator.tsx").then((module) => module.Validator),
  ),
};

/** Resolves to a screen once its texts are loaded. */
async function loadWithTexts<T>(name: Namespace, screen: Promise<T>): Promise<T> {
  await loadTexts(name);
  return screen;
}
