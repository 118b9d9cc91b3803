import { createLazyPart } from "../react/lazy-part.tsx";

const load = () => import("./Summary.tsx");
const renderBone = () => <div className="pf-summary-bone" />;

/** Summary panel of a form, loaded only by forms that have a summary. */
export const SummaryPanel = createLazyPart<object>(() => load().then((module) => module.SummaryPanel), renderBone);
/** Summary bar for narrow screens. */
export const SummaryBar = createLazyPart<object>(() => load().then((module) => module.SummaryBar), renderBone);
