/** Hand-written screens referenced in `pages.json`, each in a separate chunk. */
import { type InsideOptions, loadEntity, loadTexts, type ScreenProps } from "@portolan/engine/app";
import { createLazyPart } from "@portolan/engine/ui";

/** Resolves to a screen once its texts are loaded. */
async function loadWithTexts<T>(name: string, screen: Promise<T>): Promise<T> {
  await loadTexts(name);
  return screen;
}

/** Screens by their name in `pages.json`, except those of the kit. */
export const screens: NonNullable<InsideOptions["screens"]> = {
  home: createLazyPart<ScreenProps>(() => {
    // The entities of the home page share a file.
    loadEntity("wallet").catch(() => undefined);
    return loadWithTexts("home", import("../screens/home/Home.tsx")).then((module) => module.Home);
  }),
  verification: createLazyPart<ScreenProps>(() =>
    import("../screens/verification/Verification.tsx").then((module) => module.Verification),
  ),
  swap: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../screens/swap/Swap.tsx")).then((module) => module.Swap),
  ),
  swapIntra: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../screens/swap/Swap.tsx")).then((module) => module.SwapIntra),
  ),
  swapApplication: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../screens/swap/Application.tsx")).then((module) => module.Application),
  ),
  swapConfirm: createLazyPart<ScreenProps>(() =>
    loadWithTexts("swap", import("../screens/swap/Confirm.tsx")).then((module) => module.Confirm),
  ),
  validator: createLazyPart<ScreenProps>(() =>
    import("../screens/verification/Validator.tsx").then((module) => module.Validator),
  ),
};
