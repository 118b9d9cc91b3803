/**
 * Our list page: filters, views, chips, rows and pager. The server's share of the work (sorting, filtering) is
 * precomputed.
 */
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import "@portolan/engine/theme.css";
import "../../../src/app/theme/tokens.css";
import { type Row } from "@portolan/engine";
import { hydrate } from "../../../src/payments/runtime.ts";
import { EngineProvider, EntityTable } from "@portolan/engine/ui";
import check from "virtual:schemas/check/order";
import order from "virtual:schemas/entity/order/en";
import { createPorts } from "../../forms/ports.ts";
import { sortByAmount, COLUMNS } from "../make.ts";
import { FILTERED, rows, serveList } from "../page.ts";

const entity = hydrate(order.plan, { en: order.texts }, check.validate);
const results: Record<string, readonly Row[]> = {
  "": rows,
  up: sortByAmount(rows, false),
  down: sortByAmount(rows, true),
  done: FILTERED,
};
const ports = createPorts({
  call: async (_call, body = {}) => {
    const sort = String(body.sort ?? "");
    const list =
      String(body.status ?? "") === "done"
        ? results.done!
        : sort.startsWith("-amount")
          ? results.down!
          : sort.startsWith("amount")
            ? results.up!
            : results[""]!;
    return { list, total: list.length, sums: {}, labels: {} };
  },
});
let round: (next: string) => void;

function Page() {
  const [params, setParams] = useState(() => new URLSearchParams("size=100"));
  round = (next) => setParams(new URLSearchParams(next));
  return (
    <EngineProvider ports={ports}>
      <EntityTable entity={entity} title="Orders" columns={COLUMNS} params={params} onParams={setParams} />
    </EngineProvider>
  );
}
let root: Root;
serveList({
  row: "tbody tr",
  async mount(host) {
    root = createRoot(host);
    root.render(<Page />);
    while (!host.querySelector("tbody tr[data-id]")) await new Promise(requestAnimationFrame);
  },
  unmount: () => root.unmount(),
  sort: (descending) => round(`size=100&sort=${descending ? "-" : ""}amount`),
  filter: (on) => round(on ? "size=100&status=done" : "size=100"),
});
