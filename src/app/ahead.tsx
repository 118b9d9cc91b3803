/** What a signed-in person's page needs, begun all at once from its address: who it is, the frame, the page's own code. */
import type { Inside as Frame } from "./Inside.tsx";
import { loadWords } from "../client/i18n.ts";
import type { Ports } from "../engine/index.ts";
import { lazyPart } from "../engine/ui.tsx";
import { loadInside } from "./schemas.ts";
import { userLoading } from "./user.ts";

/** Where the guard sends a signed-in merchant. Source: specification 2. */
export const HOME = "/exchangerateInquiry";

/** The frame and every page in it. */
export const Inside = lazyPart<Parameters<typeof Frame>[0]>(
  () => Promise.all([import("./Inside.tsx"), loadWords("inside"), loadInside()]).then(([module]) => module.Inside),
  () => <div className="app-skeleton" aria-hidden />,
);

/** What fails here is said where it is drawn. */
export function openAhead(ports: Ports, href: string): void {
  const view = import("./view-code.ts").then((code) => {
    const at = href === "/" ? HOME : href;
    code.fetchView(at);
    return userLoading().then((grants) => code.prefetchRows(ports, at, grants));
  });
  Promise.all([userLoading(), Inside.load(), view]).catch(() => undefined);
}
