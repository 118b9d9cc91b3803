/**
 * Forms: our engine compared with native inputs, rjsf with MUI, and hand-written MUI. Each round runs all contestants
 * in rotated order.
 */
import { join } from "node:path";
import { buildPage } from "../lib/build.ts";
import {
  type Bench,
  readCpu,
  collect,
  measureCpu,
  waitForIdle,
  openBrowser,
  openPage,
  profile,
} from "../lib/browser.ts";
import { type Options, printProgress } from "../lib/options.ts";
import { out } from "../lib/paths.ts";
import { writeSchemas } from "../lib/schemas.ts";
import { serveFolder } from "../lib/static.ts";
import { computeMedian, computeRatio, formatSpread, computeSpread, rotate } from "../lib/stats.ts";
import { countControls, countErrors, type FormName, createFormPlan } from "./make.ts";

export const CONTESTANTS = ["native", "ours", "rjsf-mui", "mui"] as const;
type Name = (typeof CONTESTANTS)[number];
const KEYS = 15;
const KEY_EVERY_MS = 90;

/** A measured quantity by contestant: CPU time in ms for each round. */
type Series = Record<string, Record<string, number[]>>;
export interface FormResults {
  rounds: number;
  cpu: Series;
  /** Longest task while typing at 4x throttling, in ms. */
  longest: Record<string, number>;
  shift: Record<string, number>;
  profiles: Record<string, { name: string; ms: number }[]>;
}

class Broken extends Error {}
const assertThat = (good: boolean, what: string): void => {
  if (!good) throw new Broken(what);
};

export async function runForms({ rounds }: Options): Promise<FormResults> {
  const schemas = writeSchemas();
  for (const name of CONTESTANTS) await buildPage("forms", name, schemas);
  const files = await serveFolder(join(out, "pages/forms"));
  const browser = await openBrowser();
  const results: FormResults = { rounds, cpu: {}, longest: {}, shift: {}, profiles: {} };
  const add = (what: string, who: string, ms: number) => ((results.cpu[what] ??= {})[who] ??= []).push(ms);
  try {
    for (const form of ["f40", "f200", "a50"] as const) {
      const open = new Map<Name, Bench>();
      for (const name of CONTESTANTS) open.set(name, await openPage(browser, `${files.url}/${name}/`));
      for (let round = -1; round < rounds; round += 1) {
        for (const name of rotate(CONTESTANTS, round + CONTESTANTS.length)) {
          // The first turn warms up and is not counted.
          const keep = (what: string, ms: number) => round >= 0 && add(`${form} ${what}`, name, ms);
          await visit(open.get(name)!, name, form, { keep, results, slow: round < Math.ceil(rounds / 2) });
        }
        printProgress(`forms ${form} round ${round + 1}/${rounds}`);
      }
      results.profiles[`${form} mount`] = await profileForm(open.get("ours")!, form, "mount");
      if (form === "f200") results.profiles["f200 submit"] = await profileForm(open.get("ours")!, form, "submit");
      results.profiles[`${form} keys`] = await profileForm(open.get("ours")!, form, "keys");
      for (const item of open.values()) await item.close();
    }
    await measureColdLoads(rounds, files.url, browser, { add, results });
  } finally {
    await browser.close();
    await files.stop();
  }
  return results;
}

/** Collects the results of a visit. `slow`: also measures with throttling. */
interface Measurement {
  keep(what: string, ms: number): void;
  results: FormResults;
  slow: boolean;
}

/** Measures a contestant with a form: mount, typing and submit, at normal speed and throttled. */
async function visit(bench: Bench, name: Name, form: FormName, { keep, results, slow }: Measurement): Promise<void> {
  const plan = createFormPlan(form);
  await bench.page.bringToFront();
  const mounted = async (what?: string) => {
    await collect(bench);
    const { task } = await measureCpu(bench, () => bench.page.evaluate((which) => window.bench.mount(which), form));
    const { controls } = await bench.page.evaluate(() => window.bench.state());
    assertThat(
      controls === countControls(plan),
      `${name} ${form}: ${controls} controls instead of ${countControls(plan)}`,
    );
    if (what) keep(what, task);
  };
  const gone = () => bench.page.evaluate(() => window.bench.unmount());
  for (const [rate, mark] of slow
    ? ([
        [1, ""],
        [4, " 4x"],
      ] as const)
    : ([[1, ""]] as const)) {
    await bench.throttle(rate);
    await mounted(`mount${mark}`);
    if (rate === 1) keep("key", await measureKeys(bench, name));
    // Blurred once with a value, after which every key press validates the field.
    await bench.page.evaluate(() => window.bench.focusFirst());
    await bench.page.keyboard.press("x");
    await bench.page.keyboard.press("Tab");
    await bench.page.evaluate(() => window.bench.live());
    await bench.page.evaluate(() => ((window.bench.longest = 0), window.bench.focusFirst()));
    keep(`key live${mark}`, await measureKeys(bench, name));
    if (rate === 4) await recordLongestTask(bench, `${form} key live ${name}`, results);
    await gone();
    if (form === "f200") {
      await mounted();
      await measureRefusal(bench, name, plan, { keep, results, slow: rate === 4 });
      await gone();
    }
  }
  await bench.throttle(1);
}

/** Measures submitting an invalid form, and typing among its errors. `slow`: the renderer is throttled. */
async function measureRefusal(
  bench: Bench,
  name: Name,
  plan: ReturnType<typeof createFormPlan>,
  { keep, results, slow }: Measurement,
): Promise<void> {
  const mark = slow ? " 4x" : "";
  const { task } = await measureCpu(bench, () => bench.page.evaluate(() => window.bench.submit()));
  const { errors, focus } = await bench.page.evaluate(() => window.bench.state());
  assertThat(errors === countErrors(plan), `${name}: ${errors} errors instead of ${countErrors(plan)}`);
  assertThat(focus !== "none" && focus !== "BUTTON", `${name}: the focus went nowhere (${focus})`);
  keep(`submit${mark}`, task);
  await bench.page.evaluate(() => ((window.bench.longest = 0), window.bench.focusFirst()));
  keep(`key 179 errors${mark}`, await measureKeys(bench, name));
  if (name !== "rjsf-mui") {
    const after = await bench.page.evaluate(() => window.bench.state());
    assertThat(after.errors === countErrors(plan) - 1, `${name}: ${after.errors} errors after typing`);
  }
  if (slow) await recordLongestTask(bench, `f200 key 179 errors ${name}`, results);
}

async function recordLongestTask(bench: Bench, what: string, results: FormResults): Promise<void> {
  results.longest[what] = Math.max(results.longest[what] ?? 0, await bench.page.evaluate(() => window.bench.longest));
}

/** Returns the CPU time of one real key press, in ms. */
async function measureKeys(bench: Bench, name: string): Promise<number> {
  const { page } = bench;
  await page.evaluate(() => window.bench.focusFirst());
  const before = (await page.evaluate(() => window.bench.value())).length;
  const from = await waitForIdle(bench);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press("a");
    await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
  }
  const to = await waitForIdle(bench);
  const after = (await page.evaluate(() => window.bench.value())).length;
  assertThat(after === before + KEYS, `${name}: ${after - before} of ${KEYS} keys arrived`);
  return (to.task - from.task) / KEYS;
}

/** Profiles our own code. */
async function profileForm(bench: Bench, form: FormName, what: "mount" | "submit" | "keys") {
  const mount = () => bench.page.evaluate((which) => window.bench.mount(which), form);
  await bench.page.bringToFront();
  let top;
  if (what === "mount") top = await profile(bench, mount);
  else {
    await mount();
    await waitForIdle(bench);
    if (what === "submit") top = await profile(bench, () => bench.page.evaluate(() => window.bench.submit()));
    else {
      await bench.page.evaluate(() => window.bench.focusFirst());
      await bench.page.keyboard.press("x");
      await bench.page.keyboard.press("Tab");
      top = await profile(bench, () => measureKeys(bench, "ours"));
    }
  }
  await bench.page.evaluate(() => window.bench.unmount());
  return top;
}

/** Measures from navigation to an idle page with 40 fields, each time in a fresh renderer without a cache. */
async function measureColdLoads(
  rounds: number,
  url: string,
  browser: Awaited<ReturnType<typeof openBrowser>>,
  { add, results }: { add(what: string, who: string, ms: number): void; results: FormResults },
): Promise<void> {
  for (let round = 0; round < Math.max(rounds, 3); round += 1) {
    for (const rate of [1, 4]) {
      for (const name of rotate(CONTESTANTS, round)) {
        const bench = await openPage(browser, `${url}/blank.html`);
        await bench.throttle(rate);
        await waitForIdle(bench);
        const before = await readCpu(bench);
        await bench.page.goto(`${url}/${name}/?form=f40`);
        const after = await waitForIdle(bench);
        const { controls } = await bench.page.evaluate(() => window.bench.state());
        assertThat(controls === 40, `${name}: ${controls} controls after the cold load`);
        add(`cold f40${rate === 4 ? " 4x" : ""}`, name, after.task - (after.task > before.task ? before.task : 0));
        results.shift[name] = Math.max(results.shift[name] ?? 0, await bench.page.evaluate(() => window.bench.shift));
        await bench.close();
      }
    }
    printProgress(`forms cold load ${round + 1}`);
  }
}

/** Budgets of the form engine: maximum multiple of the baseline for each figure. */
export const FORM_GOALS: [what: string, most: number][] = [
  ["f40 mount", 1.6],
  ["f200 mount", 1.6],
  ["a50 mount", 1.3],
  ["f40 mount 4x", 2],
  ["f200 mount 4x", 2],
  ["a50 mount 4x", 1.3],
  ["f200 key", 0.8],
  ["f200 key live", 0.8],
  ["f200 key 179 errors", 0.8],
  ["f200 key live 4x", 0.8],
  ["f200 key 179 errors 4x", 0.8],
  ["a50 key", 0.9],
  ["a50 key live", 0.9],
  ["f200 submit", 1],
  ["f200 submit 4x", 1],
  ["cold f40", 1.6],
  ["cold f40 4x", 1.8],
];

/** Returns a table of all figures. */
export function formatFormTable({ cpu }: FormResults): string[][] {
  const rows = Object.entries(cpu).map(([what, by]) => [
    what,
    ...CONTESTANTS.map((name) => {
      const own = by[name] ?? [];
      const limit = by.native ?? [];
      return own.length === 0 ? "–" : `${computeMedian(own).toFixed(1)} (${computeRatio(own, limit).toFixed(2)})`;
    }),
    formatSpread(computeSpread(by.ours ?? [])),
  ]);
  return [["cpu ms (x native)", ...CONTESTANTS, "spread of ours"], ...rows];
}
