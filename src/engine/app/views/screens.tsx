/** Hand-written screens by their name in `pages.json`: those of the product, and the kit's own. */
import type { Screen } from "../../model/register.ts";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { getInside } from "../inside-options.tsx";
import type { LazyPart, ScreenProps } from "../options.ts";

type Screens = Readonly<Partial<Record<Screen, LazyPart<ScreenProps>>>>;
const own: Screens = {
  sessions: createLazyPart<ScreenProps>(() =>
    import("../account/SessionList.tsx").then((module) => module.SessionList),
  ),
};

/** Returns the screens by name, without those that the kit routes itself. */
export const getScreens = (): Screens => ({ ...own, ...getInside().screens });
