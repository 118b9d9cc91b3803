/** Scrolls through 10,000 virtual records and measures each step. */
import type { Browser } from "playwright-core";
import { readCpu, waitForIdle, openPage } from "../lib/browser.ts";

const STEPS = 60;
const STEP_PX = 700;

/** Returns the CPU time of the main thread for each step of scrolling by most of a screen, in ms. */
export async function measureScroll(browser: Browser, url: string): Promise<number[]> {
  const bench = await openPage(browser, url);
  const { page } = bench;
  await page.bringToFront();
  await page.waitForSelector("[aria-setsize]");
  await waitForIdle(bench);
  const times: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const before = await readCpu(bench);
    await page.evaluate(async (by) => {
      scrollBy(0, by);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    }, STEP_PX);
    times.push((await readCpu(bench)).task - before.task);
  }
  const shown = await page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>("[aria-posinset]")];
    return cards.some((card) => card.getBoundingClientRect().top < innerHeight && Number(card.ariaPosInSet) > 100);
  });
  const count = await page.locator("[aria-posinset]").count();
  if (!shown || count > 200) throw new Error(`cards do not follow the scroll: ${count} in the document`);
  await bench.close();
  return times;
}
