/**
 * Measures from navigation to a rendered list, with and without a cache, compared with an empty React page from the
 * same server.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { signIn } from "../bytes/run.ts";
import { readCpu, openBrowser, openPage } from "../lib/browser.ts";
import { buildPage } from "../lib/build.ts";
import { type Options, printProgress } from "../lib/options.ts";
import { root } from "../lib/paths.ts";
import { buildProduct, startProduct } from "../lib/portal.ts";
import { computeMedian, computeRatio, round, rotate } from "../lib/stats.ts";

const ROW = "tr[data-id]";
const PAGES = { floor: "/floor/index.html", list: "/withdrawal?tab=records" } as const;
/** A slow network: latency in ms, and throughput in bytes per second. */
const FAR = { offline: false, latency: 80, downloadThroughput: 1_500_000, uploadThroughput: 1_000_000 };
const WAYS = ["cold", "cold, 80 ms away", "warm"] as const;

interface Figures {
  wall: number[];
  cpu: number[];
  requests: number;
}
export interface LoadResults {
  rounds: number;
  /** Figures by network, then by page. */
  figures: Record<string, Record<string, Figures>>;
}

export async function runLoad({ rounds }: Options): Promise<LoadResults> {
  const dist = process.env.BUILD_DIR ?? buildProduct();
  cpSync(await buildPage("load", "floor", join(root, "schemas")), join(dist, "portal/floor"), { recursive: true });
  const portal = await startProduct(dist);
  const browser = await openBrowser();
  const figures: LoadResults["figures"] = {};
  try {
    const { page: first, context, close } = await openPage(browser, `${portal.url}/login`);
    await signIn(first);
    for (let pass = -1; pass < rounds; pass += 1) {
      for (const way of WAYS) {
        for (const name of rotate(Object.keys(PAGES) as (keyof typeof PAGES)[], pass + 1)) {
          const page = await context.newPage();
          const cdp = await context.newCDPSession(page);
          await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
          await cdp.send("Network.enable");
          await cdp.send("Network.setCacheDisabled", { cacheDisabled: way !== "warm" });
          if (way === "cold, 80 ms away") await cdp.send("Network.emulateNetworkConditions", FAR);
          await page.goto(portal.url + PAGES[name], { waitUntil: "commit" });
          await page.waitForSelector(ROW);
          const [wall, requests] = await page.evaluate(
            () => [performance.now(), performance.getEntriesByType("resource").length] as const,
          );
          const { task } = await readCpu({ cdp });
          const found = ((figures[way] ??= {})[name] ??= { wall: [], cpu: [], requests: 0 });
          found.requests = requests;
          // The first turn fills the cache and does not count.
          if (pass >= 0) {
            found.wall.push(round(wall));
            found.cpu.push(round(task));
          }
          await page.close();
        }
      }
      printProgress(`load ${pass + 1}`);
    }
    await close();
  } finally {
    await browser.close();
    await portal.stop();
  }
  return { rounds, figures };
}

export const formatLoadTable = ({ figures }: LoadResults): string[][] => [
  ["address to list", "floor ms", "list ms", "list to floor", "floor cpu ms", "list cpu ms", "requests"],
  ...Object.entries(figures).map(([way, { floor, list }]) => [
    way,
    String(round(computeMedian(floor!.wall))),
    String(round(computeMedian(list!.wall))),
    `${round(computeRatio(list!.wall, floor!.wall), 2)} x`,
    String(round(computeMedian(floor!.cpu))),
    String(round(computeMedian(list!.cpu))),
    String(list!.requests),
  ]),
];
