/** Style sheets and the engine cannot read the breakpoints of `schemas/constants.json`, so this test compares them. */
import { expect, it } from "vitest";
import { drawerBreakpointPx, sidebarBreakpointPx } from "../../src/contract/constants.gen.ts";
import { filesIn, read } from "./source.ts";

/** Widths at which only a detail of one page changes, in px. */
const DETAILS = [359, 600, 700, 720, 768, 1200, 1280, 1440, 1600];

/** Returns the widths of media queries in px, ascending. The narrower class ends 0.02 px below its breakpoint. */
function listWidths(files: readonly string[]): number[] {
  const queries = files.flatMap((file) => read(file).match(/@media[^{]*|matchMedia\([^)]*\)/g) ?? []);
  const widths = queries.flatMap((query) => query.match(/[\d.]+(?=px)/g) ?? []);
  return [...new Set(widths.map((width) => Math.round(Number(width))))].toSorted((a, b) => a - b);
}

it("breakpoints of style sheets and of the engine are those of the constants [K6]", () => {
  const main = [drawerBreakpointPx, sidebarBreakpointPx];
  expect(listWidths(filesIn("src", /\.css$/)).filter((width) => !DETAILS.includes(width))).toEqual(main);
  expect(listWidths(["src/engine/react/use-width.tsx"])).toEqual(main);
});
