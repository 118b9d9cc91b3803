/**
 * Forms: our engine compared with native inputs, rjsf with MUI, and hand-written MUI. Each round runs all contestants
 * in rotated order.
 */
import { join } from "node:path";
import { buildPage } from "../lib/build.ts";
import { type Bench, clock, collect, cost, idle, openBrowser, openPage, profile } from "../lib/browser.ts";
import { type Options, say } from "../lib/options.ts";
import { out } from "../lib/paths.ts";
import { writeSchemas } from "../lib/schemas.ts";
import { serveFolder } from "../lib/static.ts";
import { median, ratio, shown, spread, turned } from "../lib/stats.ts";
import { controlsOf, errorsOf, type FormName, formPlan } from "./make.ts";

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
const must = (good: boolean, what: string): void => {
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
      for (let turn = -1; turn < rounds; turn += 1) {
        for (const name of turned(CONTESTANTS, turn + CONTESTANTS.length)) {
          // The first turn warms up and is not counted.
          const keep = (what: string, ms: number) => turn >= 0 && add(`${form} ${what}`, name, ms);
          await visit(open.get(name)!, name, form, { keep, results, slow: turn < Math.ceil(rounds / 2) });
        }
        say(`forms ${form} round ${turn + 1}/${rounds}`);
      }
      results.profiles[`${form} mount`] = await profileOf(open.get("ours")!, form, "mount");
      if (form === "f200") results.profiles["f200 submit"] = await profileOf(open.get("ours")!, form, "submit");
      results.profiles[`${form} keys`] = await profileOf(open.get("ours")!, form, "keys");
      for (const one of open.values()) await one.close();
    }
    await coldLoads(rounds, files.url, browser, { add, results });
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
  const plan = formPlan(form);
  await bench.page.bringToFront();
  const mounted = async (what?: string) => {
    await collect(bench);
    const { task } = await cost(bench, () => bench.page.evaluate((which) => window.bench.mount(which), form));
    const { controls } = await bench.page.evaluate(() => window.bench.state());
    must(controls === controlsOf(plan), `${name} ${form}: ${controls} controls instead of ${controlsOf(plan)}`);
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
    if (rate === 1) keep("key", await keys(bench, name));
    // Blurred once with a value, after which every key press validates the field.
    await bench.page.evaluate(() => window.bench.focusFirst());
    await bench.page.keyboard.press("x");
    await bench.page.keyboard.press("Tab");
    await bench.page.evaluate(() => window.bench.live());
    await bench.page.evaluate(() => ((window.bench.longest = 0), window.bench.focusFirst()));
    keep(`key live${mark}`, await keys(bench, name));
    if (rate === 4) await longest(bench, `${form} key live ${name}`, results);
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
  plan: ReturnType<typeof formPlan>,
  { keep, results, slow }: Measurement,
): Promise<void> {
  const mark = slow ? " 4x" : "";
  const { task } = await cost(bench, () => bench.page.evaluate(() => window.bench.submit()));
  const { errors, focus } = await bench.page.evaluate(() => window.bench.state());
  must(errors === errorsOf(plan), `${name}: ${errors} errors instead of ${errorsOf(plan)}`);
  must(focus !== "none" && focus !== "BUTTON", `${name}: the focus went nowhere (${focus})`);
  keep(`submit${mark}`, task);
  await bench.page.evaluate(() => ((window.bench.longest = 0), window.bench.focusFirst()));
  keep(`key 179 errors${mark}`, await keys(bench, name));
  if (name !== "rjsf-mui") {
    const after = await bench.page.evaluate(() => window.bench.state());
    must(after.errors === errorsOf(plan) - 1, `${name}: ${after.errors} errors after typing`);
  }
  if (slow) await longest(bench, `f200 key 179 errors ${name}`, results);
}

async function longest(bench: Bench, what: string, results: FormResults): Promise<void> {
  results.longest[what] = Math.max(results.longest[what] ?? 0, await bench.page.evaluate(() => window.bench.longest));
}

/** Returns the CPU time of one real key press, in ms. */
async function keys(bench: Bench, name: string): Promise<number> {
  const { page } = bench;
  await page.evaluate(() => window.bench.focusFirst());
  const before = (await page.evaluate(() => window.bench.value())).length;
  const from = await idle(bench);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press("a");
    await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
  }
  const to = await idle(bench);
  const after = (await page.evaluate(() => window.bench.value())).length;
  must(after === before + KEYS, `${name}: ${after - before} of ${KEYS} keys arrived`);
  return (to.task - from.task) / KEYS;
}

/** Profiles our own code. */
async function profileOf(bench: Bench, form: FormName, what: "mount" | "submit" | "keys") {
  const mount = () => bench.page.evaluate((which) => window.bench.mount(which), form);
  await bench.page.bringToFront();
  let top;
  if (what === "mount") top = await profile(bench, mount);
  else {
    await mount();
    await idle(bench);
    if (what === "submit") top = await profile(bench, () => bench.page.evaluate(() => window.bench.submit()));
    else {
      await bench.page.evaluate(() => window.bench.focusFirst());
      await bench.page.keyboard.press("x");
      await bench.page.keyboard.press("Tab");
      top = await profile(bench, () => keys(bench, "ours"));
    }
  }
  await bench.page.evaluate(() => window.bench.unmount());
  return top;
}

/** Measures from navigation to an idle page with 40 fields, each time in a fresh renderer without a cache. */
async function coldLoads(
  rounds: number,
  url: string,
  browser: Awaited<ReturnType<typeof openBrowser>>,
  { add, results }: { add(what: string, who: string, ms: number): void; results: FormResults },
): Promise<void> {
  for (let turn = 0; turn < Math.max(rounds, 3); turn += 1) {
    for (const rate of [1, 4]) {
      for (const name of turned(CONTESTANTS, turn)) {
        const bench = await openPage(browser, `${url}/blank.html`);
        await bench.throttle(rate);
        await idle(bench);
        const before = await clock(bench);
        await bench.page.goto(`${url}/${name}/?form=f40`);
        const after = await idle(bench);
        const { controls } = await bench.page.evaluate(() => window.bench.state());
        must(controls === 40, `${name}: ${controls} controls after the cold load`);
        add(`cold f40${rate === 4 ? " 4x" : ""}`, name, after.task - (after.task > before.task ? before.task : 0));
        results.shift[name] = Math.max(results.shift[name] ?? 0, await bench.page.evaluate(() => window.bench.shift));
        await bench.close();
      }
    }
    say(`forms cold load ${turn + 1}`);
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
export function formTable({ cpu }: FormResults): string[][] {
  const rows = Object.entries(cpu).map(([what, by]) => [
    what,
    ...CONTESTANTS.map((name) => {
      const own = by[name] ?? [];
      const limit = by.native ?? [];
      return own.length === 0 ? "–" : `${median(own).toFixed(1)} (${ratio(own, limit).toFixed(2)})`;
    }),
    shown(spread(by.ours ?? [])),
  ]);
  return [["cpu ms (x native)", ...CONTESTANTS, "spread of ours"], ...rows];
}
