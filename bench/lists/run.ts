/**
 * A list of 100 rows: our complete list page compared with bare TanStack Table (the lower bound) and MUI's DataGrid.
 */
import { join } from "node:path";
import { type Bench, collect, measureCpu, waitForIdle, openBrowser, openPage, profile } from "../lib/browser.ts";
import { buildPage } from "../lib/build.ts";
import { type Options, printProgress } from "../lib/options.ts";
import { out } from "../lib/paths.ts";
import { writeSchemas } from "../lib/schemas.ts";
import { serveFolder } from "../lib/static.ts";
import { computeMedian, computeRatio, formatSpread, computeSpread, rotate } from "../lib/stats.ts";
import { measureScroll } from "./scroll.ts";
import { sortByAmount, COLUMNS, createOrderRows } from "./make.ts";

const NAMES = ["bare", "ours", "data-grid"] as const;
export interface ListResults {
  rounds: number;
  cpu: Record<string, Record<string, number[]>>;
  profiles: Record<string, { name: string; ms: number }[]>;
  /** CPU time of each step of scrolling through 10,000 cards, in ms. */
  scroll?: number[];
}

export async function runLists({ rounds }: Options): Promise<ListResults> {
  const schemas = writeSchemas();
  for (const name of [...NAMES, "ours-cards"]) await buildPage("lists", name, schemas);
  const files = await serveFolder(join(out, "pages/lists"));
  const browser = await openBrowser();
  const results: ListResults = { rounds, cpu: {}, profiles: {} };
  const rows = createOrderRows(100, 7);
  const done = rows.filter((row) => row.status === "done").length;
  const first = (descending: boolean) => sortByAmount(rows, descending)[0]!.orderNo;
  try {
    const open = new Map<string, Bench>();
    for (const name of NAMES) open.set(name, await openPage(browser, `${files.url}/${name}/`));
    for (let round = -1; round < rounds; round += 1) {
      for (const name of rotate(NAMES, round + NAMES.length)) {
        const bench = open.get(name)!;
        const { page } = bench;
        await page.bringToFront();
        const measure = async (
          what: string,
          act: () => Promise<unknown>,
          good: (state: { rows: number; cells: number; first: string }) => boolean,
        ) => {
          await collect(bench);
          const { task } = await measureCpu(bench, act);
          const state = await page.evaluate(() => window.list.state());
          if (!good(state)) throw new Error(`${name} ${what}: ${JSON.stringify(state)}`);
          if (round >= 0) ((results.cpu[what] ??= {})[name] ??= []).push(task);
        };
        await measure(
          "mount",
          () => page.evaluate(() => window.list.mount()),
          (state) => state.rows === 100 && state.cells - COLUMNS.length <= 1 && state.cells >= COLUMNS.length,
        );
        for (const descending of [false, true])
          await measure(
            "sort",
            () => page.evaluate((way) => window.list.sort(way), descending),
            (state) => state.rows === 100 && state.first.includes(first(descending)),
          );
        await measure(
          "filter",
          () => page.evaluate(() => window.list.filter(true)),
          (state) => state.rows === done,
        );
        await measure(
          "filter off",
          () => page.evaluate(() => window.list.filter(false)),
          (state) => state.rows === 100,
        );
        await page.evaluate(() => window.list.unmount());
        await waitForIdle(bench);
      }
      printProgress(`lists round ${round + 1}/${rounds}`);
    }
    const ours = open.get("ours")!;
    await ours.page.bringToFront();
    results.profiles["list mount"] = await profile(ours, () => ours.page.evaluate(() => window.list.mount()));
    results.profiles["list sort"] = await profile(ours, () => ours.page.evaluate(() => window.list.sort(true)));
    results.scroll = await measureScroll(browser, `${files.url}/ours-cards/`);
  } finally {
    await browser.close();
    await files.stop();
  }
  return results;
}

/** Budgets: maximum multiple of bare TanStack Table for each figure. */
export const LIST_GOALS: [string, number][] = [
  ["mount", 1.2],
  ["sort", 1.2],
  ["filter", 1.2],
];

export const formatListTable = ({ cpu }: ListResults): string[][] => [
  ["cpu ms (x bare)", ...NAMES, "spread of ours"],
  ...Object.entries(cpu).map(([what, by]) => [
    what,
    ...NAMES.map((name) => `${computeMedian(by[name]!).toFixed(1)} (${computeRatio(by[name]!, by.bare!).toFixed(2)})`),
    formatSpread(computeSpread(by.ours!)),
  ]),
];
