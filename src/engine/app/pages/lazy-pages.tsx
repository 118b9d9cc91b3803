/** Pages of entities and calls in a separate chunk, which hand-written screens do not load. */
import { createLazyPart } from "../../react/lazy-part.tsx";
import { prefetchView } from "../views/view-chunks.tsx";
import type { CallPageProps, EntityPageProps } from "./entity-page-props.tsx";

const load = () => import("./EntityPage.tsx");
const renderSkeleton = () => <div className="skeleton page-skeleton" aria-hidden />;

export const EntityPage = createLazyPart<EntityPageProps>(
  () => load().then((module) => module.EntityPage),
  renderSkeleton,
);
export const CallPage = createLazyPart<CallPageProps>(() => load().then((module) => module.CallPage), renderSkeleton);

/** Prefetches the page at a URL. Ignores errors, which the rendered component reports. */
export function prefetchLink(href: string): void {
  prefetchView(href);
  if (!navigator.onLine) return;
  Promise.all([EntityPage.load(), CallPage.load()]).catch(() => undefined);
}
