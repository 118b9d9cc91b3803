/** Two nodes with separate folders on one PostgreSQL; `npm run cluster` injects more faults over a longer time. */
import { afterAll, expect, it } from "vitest";
import { Cluster, type Blow } from "./cluster.ts";

const cluster = new Cluster({ nodes: 2, seed: 7, payers: 3, pages: 8, freezeMs: 0, say: () => undefined });
afterAll(() => cluster.stop());

it("a node that is killed while users pay loses nothing, does nothing twice, and every row is on one page", async () => {
  await cluster.start();
  const result = await cluster.run((): Blow[] => ["kill"]);
  expect(result.wrong).toEqual({ lost: 0, doubled: 0, pages: 0, failed: 0, findings: 0 });
  expect(Math.min(result.orders, result.pages)).toBeGreaterThan(5);
}, 180_000);
