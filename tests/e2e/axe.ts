/** Runs axe on the visible page, in an isolated world because the portal's CSP blocks foreign scripts. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules that depend on colours, the only ones whose result another theme of the same page can change. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** With a modal or header panel open, only that is checked; the page behind it has been checked before. */
const IN_FRONT = "[role=dialog][aria-modal=true], .disclosure-panel:not([hidden])";

/**
 * Scrolls to the top and ends transitions and animations, because a colour in mid-transition could fail by accident.
 * Lays out what `content-visibility` skips, because parts of only estimated height seem to overlap.
 */
const look = (rules: readonly string[]) => `(async () => {
  scrollTo(0, 0);
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
  const found = await axe.run([...document.querySelectorAll("${IN_FRONT}")].at(-1) ?? document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"], preload: false });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  return found.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.target.join(" ") + " " + (node.any[0]?.message ?? node.all[0]?.message ?? "")).join(" | "));
})()`;

/** Expects that axe finds nothing; `rules` names the only ones to run. */
export async function expectAccessible(page: Page, what: string, rules: readonly string[] = TAGS): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send("Page.getFrameTree");
  // Each document needs its own isolated world.
  const { executionContextId } = await client.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "axe",
  });
  const evaluate = (expression: string) =>
    client.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
  if ((await evaluate("typeof axe")).result.value === "undefined") await evaluate(source);
  const { result, exceptionDetails } = await evaluate(look(rules));
  await client.detach();
  expect(exceptionDetails, what).toBeUndefined();
  expect(result.value, `axe: ${what}`).toEqual([]);
}
