/**
 * Transfer size and layout shift of a freshly loaded page. Budgets are at most 0.5 kB above the current figures; see
 * docs/decisions 0248.
 */
import { gzipSync } from "node:zlib";
import { expect, test } from "./portal.ts";
import { Visitor } from "./visitor.ts";

/** JavaScript in kB after gzip, without the overlays (`mui`), which load when idle. */
const PAGES = [
  { name: "sign-in", path: "/login", ready: "input[type=password]", most: 159.8 },
  { name: "home", path: "/exchangerateInquiry", ready: ".hm-page:has(.hm-balances .money) .hm-flow dd", most: 180 },
  { name: "form", path: "/collectionAccount?tab=new", ready: ".pf-field", most: 216.8 },
  { name: "form with review", path: "/withdrawal?tab=pay", ready: ".pf-field", most: 229.2 },
  { name: "list", path: "/withdrawal?tab=records", ready: "table tbody tr[data-id]", most: 225.5 },
] as const;
/** Maximum layout shift; values up to 0.1 are generally considered good. */
const MAX_SHIFT = 0.02;
const MAX_SHIFT_OF_HOME = 0.01;

for (const { name, path, ready, most } of PAGES) {
  test(`${name}: light, and nothing jumps`, async ({ browser, portal }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { lang: "en", width: 1440 });
    const { context } = visitor;
    if (path !== "/login") await visitor.enter("checker");
    // A new page in the same session, with nothing loaded yet.
    const fresh = await context.newPage();
    const loads: Promise<number>[] = [];
    fresh.on("response", (response) => {
      const file = new URL(response.url()).pathname.split("/").at(-1)!;
      if (file.endsWith(".js") && !/^(mui|overlay)/i.test(file))
        loads.push(response.body().then((body) => gzipSync(body, { level: 9 }).length / 1000));
    });
    await fresh.addInitScript(() => {
      const seen: { shift: number; what: string[] } = { shift: 0, what: [] };
      Object.assign(window, { seen });
      type Shift = PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      };
      const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(",");
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (hadRecentInput) continue;
          seen.shift += value;
          seen.what.push(
            ...sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.tagName} ${node?.className}: ${at(previousRect)} -> ${at(currentRect)}`,
            ),
          );
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    // Request interception disables the cache, so that every file is counted.
    await fresh.route("**/*", (route) => route.continue());
    await fresh.goto(portal.url + path);
    await fresh.locator(ready).first().waitFor();
    await fresh.waitForLoadState("networkidle");
    const weight = (await Promise.all(loads)).reduce((sum, kb) => sum + kb, 0);
    const { shift, what } = await fresh.evaluate(
      () => (window as unknown as { seen: { shift: number; what: string[] } }).seen,
    );
    expect(shift, `layout shift of ${what.join("; ")}`).toBeLessThanOrEqual(
      name === "home" ? MAX_SHIFT_OF_HOME : MAX_SHIFT,
    );
    expect(weight, "kB of JavaScript").toBeLessThanOrEqual(most);
    await visitor.leave();
  });
}
