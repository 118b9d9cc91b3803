/**
 * Screens of the stories. `npm test` walks a story on the first of its screens, chosen so that about as many are walked
 * on a desktop in Chinese as on a phone in English. `npm run stories` walks every story on all of its screens.
 */
export type Lang = "zh" | "en";
export interface Screen {
  lang: Lang;
  width: number;
}
export const DESKTOP: Screen = { lang: "zh", width: 1440 };
export const PHONE: Screen = { lang: "en", width: 390 };

/** Whether every story is walked on all of its screens. */
export const ALL_SCREENS = process.env["STORY_SCREENS"] === "all";

/**
 * Returns what a run walks of a story's screens, languages or widths.
 * @example for (const screen of walk(DESKTOP, PHONE)) test(`pays, ${screen.lang}`, …);
 */
export const walk = <T>(first: T, ...others: T[]): T[] => (ALL_SCREENS ? [first, ...others] : [first]);
