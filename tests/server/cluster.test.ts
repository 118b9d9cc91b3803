/** Two nodes with separate folders on one PostgreSQL; `npm run cluster` injects more faults over a longer time. */
import { afterAll, expect, it } from "vitest";
import { Cluster, MAKER, type Fault } from "./cluster.ts";

const said: string[] = [];
const cluster = new Cluster({
  nodes: 2,
  seed: 7,
  payer: MAKER,
  payers: 3,
  pages: 8,
  freezeMs: 0,
  say: (line) => void said.push(line),
});
afterAll(() => cluster.stop());

it("no order is lost or duplicated when a node is killed under load, and other nodes continue its work", async () => {
  await cluster.start();
  const result = await cluster.run((): Fault[] => ["kill"]);
  const nothing = { lost: 0, doubled: 0, unsettled: 0, pages: 0, failed: 0, findings: 0, nodes: 0 };
  expect(result.wrong, said.join("\n")).toEqual(nothing);
  expect(Math.min(result.orders, result.pages)).toBeGreaterThan(5);
}, 180_000);
