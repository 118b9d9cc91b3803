/**
 * Grouped lists: counts and sums over the complete filtered list, and the same rows when a group is expanded, for every
 * source of rows.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  formatDay,
  Decimal,
  createEmptyQuery,
  type GroupTotal,
  narrowToGroup,
  type Row,
  toWireQuery,
} from "@portolan/engine";
import { type Client, startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

const lists = () =>
  [...server.schemas.entities.values()].filter(({ list, calls }) => list.groups !== undefined && calls.list);
const path = (name: string) => {
  const { method, path: to } = server.schemas.entities.get(name)!.calls.list!;
  return `${method} ${to}`;
};

it("groups have the counts and sums of the list, and expand to the same rows", async () => {
  const grouped: string[] = [];
  for (const { name, list } of lists()) {
    const { map: whole } = await maker.call(path(name), { totals: 1 });
    for (const field of list.groups ?? []) {
      const { map } = await maker.call(path(name), { group: field, totals: 1 });
      const groups = map.groups as GroupTotal[];
      expect([name, field, map.list, map.total]).toEqual([name, field, [], whole.total]);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(whole.total);
      for (const [summed, currencies] of Object.entries(whole.sums as GroupTotal["sums"]))
        for (const [code, sum] of Object.entries(currencies)) {
          const parts = groups.map(({ sums }) => Number(sums[summed]?.[code] ?? 0));
          expect(parts.reduce((left, right) => left + right, 0)).toBeCloseTo(Number(sum), 2);
        }
      const entity = server.schemas.entities.get(name)!;
      for (const { value, count } of groups.slice(0, 2)) {
        const opened = await maker.call(path(name), {
          ...toWireQuery(entity, narrowToGroup(createEmptyQuery(), field, value)),
          totals: 1,
        });
        expect([name, field, value, opened.map.total]).toEqual([name, field, value, count]);
      }
      if (groups.length > 1) grouped.push(`${name}.${field}`);
    }
  }
  expect(grouped).toEqual(expect.arrayContaining(["withdrawal.status", "withdrawal.holder"]));
});

it("groups follow the filters of the list", async () => {
  const PAGE = path("withdrawal");
  const { map } = await maker.call(PAGE, { group: "holder", status: "done" });
  const { map: done } = await maker.call(PAGE, { status: "done", totals: 1 });
  const groups = map.groups as GroupTotal[];
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(done.total);
  const [first] = groups;
  const { map: own } = await maker.call(PAGE, { status: "done", holder: `=${String(first!.value)}`, totals: 1 });
  expect([own.total, own.sums]).toEqual([first!.count, first!.sums]);
  expect((own.list as Row[]).every(({ holder }) => holder === first!.value)).toBe(true);
});

it("counts of views are the totals of the views under the same filters, without those the user may not open", async () => {
  const viewed = [...server.schemas.entities.values()].filter(({ list, calls }) => list.views.length > 0 && calls.list);
  let filled = 0;
  for (const { name, list } of viewed) {
    const { map } = await maker.call(path(name), { viewCounts: 1 });
    const counts = map.viewCounts as Record<string, number>;
    const open = list.views.filter(({ grant }) => !grant || !grant.endsWith(".review")).map(({ id }) => id);
    expect([name, Object.keys(counts)]).toEqual([name, open]);
    for (const [view, count] of Object.entries(counts)) {
      const { map: one } = await maker.call(path(name), { view, totals: 1 });
      expect([name, view, one.total]).toEqual([name, view, count]);
      if (count > 0) filled += 1;
    }
  }
  expect(filled).toBeGreaterThan(5);
  const PAGE = path("withdrawal");
  const narrow = { amount: "5000..9000" };
  const { map } = await maker.call(PAGE, { ...narrow, view: "ended", viewCounts: 1 });
  const { map: done } = await maker.call(PAGE, { ...narrow, view: "finished", totals: 1 });
  expect((map.viewCounts as Record<string, number>).finished).toBe(done.total);
  const checker = await server.as("checker");
  const theirs = (await checker.call(PAGE, { viewCounts: 1 })).map.viewCounts;
  expect(Object.keys(theirs as object)).toContain("mine");
});

it("groups by day and month use the product's time zone, add up to the list's sums, and start with the latest", async () => {
  const PAGE = path("transaction");
  const { zone } = server.schemas.entities.get("transaction")!.dialect;
  for (const sign of ["in", "out"]) {
    const asked = { sign, status: "done", createdAt: "last90d" };
    const { map: whole } = await maker.call(PAGE, { ...asked, totals: 1 });
    for (const unit of ["day", "month"]) {
      const { map } = await maker.call(PAGE, { ...asked, group: `createdAt.${unit}` });
      const groups = map.groups as GroupTotal[];
      const periods = groups.map(({ value }) => String(value));
      expect(periods).toEqual(periods.toSorted().toReversed());
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(whole.total);
      for (const [code, sum] of Object.entries((whole.sums as GroupTotal["sums"])["amount"]!))
        expect(
          groups
            .reduce((total, { sums }) => total.add(Decimal.of(sums["amount"]?.[code] ?? "0")), Decimal.of("0"))
            .eq(Decimal.of(sum)),
        ).toBe(true);
      const { map: first } = await maker.call(PAGE, asked);
      const day = formatDay(Date.parse(String((first.list as Row[])[0]!["createdAt"])), zone);
      expect(periods[0]).toBe(unit === "day" ? day : day.slice(0, 7));
    }
  }
});

it("groups by kind of order sum to the fees of the completed orders of that kind", async () => {
  const { map: whole } = await maker.call(path("feeLine"), { totals: 1 });
  const { map } = await maker.call(path("feeLine"), { group: "entity" });
  const groups = map.groups as GroupTotal[];
  expect(Object.keys(whole.sums as GroupTotal["sums"])).toEqual(["amount"]);
  const compared = [];
  for (const { value, sums } of groups) {
    const kind = String(value);
    const { list, lifecycle } = server.schemas.entities.get(kind)!;
    // The fee of a payment that the bank returned after its completion is kept.
    if (!list.sums.includes("fee") || lifecycle!.transitions.some(({ from }) => from.includes("done"))) continue;
    const { map: done } = await maker.call(path(kind), { status: "done", totals: 1 });
    const own = Object.entries((done.sums as GroupTotal["sums"])["fee"]!).filter(([, sum]) => Number(sum) > 0);
    expect([kind, sums["amount"]]).toEqual([kind, Object.fromEntries(own)]);
    compared.push(kind);
  }
  expect(compared.length).toBeGreaterThan(2);
});

it("grouping rejects an unsuitable field in both languages, and does not affect exports", async () => {
  const PAGE = path("withdrawal");
  const english = await server.as("maker");
  english.lang = "en";
  const wrong = async (client: Client, group: string) => (await client.call(PAGE, { group })).map.errors;
  expect(await wrong(english, "statu")).toEqual([
    expect.objectContaining({ at: "/group", message: "The list cannot be grouped by “statu”. Did you mean status?" }),
  ]);
  expect(await wrong(maker, "amount")).toEqual([
    expect.objectContaining({
      at: "/group",
      message: expect.stringMatching(/^不能按“amount”分组，可用：status, holder/),
    }),
  ]);
  const file = async (group?: string) =>
    (await maker.call("GET /mer/gep/withdraw/listExport", { format: "csv", ...(group ? { group } : {}) })).bytes
      .toString("utf8")
      .trim()
      .split("\n").length;
  expect(await file("status")).toBe(await file());
});
