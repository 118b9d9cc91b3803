/** Components of the engine's view types, each in a separate chunk. */
import { createViewPart, type ViewParts } from "../react/view-part.tsx";

/**
 * Components by view type for `<EngineProvider views>`. A product adds the components of its other types.
 * @example
 * <EngineProvider ports={ports} views={{ ...coreViews }}>{null}</EngineProvider>;
 */
export const coreViews = {
  activity: createViewPart("activity", () => import("./Activity.tsx").then((module) => module.Activity)),
  detailCards: createViewPart("detailCards", () => import("./DetailCards.tsx").then((module) => module.DetailCards)),
  directory: createViewPart("directory", () => import("./Directory.tsx").then((module) => module.Directory)),
  inbox: createViewPart("inbox", () => import("./Inbox.tsx").then((module) => module.Inbox)),
  report: createViewPart("report", () => import("./Report.tsx").then((module) => module.Report)),
  settings: createViewPart("settings", () => import("./Settings.tsx").then((module) => module.Settings)),
} satisfies ViewParts;
