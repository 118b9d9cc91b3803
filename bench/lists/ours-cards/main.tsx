/** 10,000 records as the cards of a phone, of which those in view are in the document. */
import { createRoot } from "react-dom/client";
import "@portolan/engine/theme.css";
import "../../../src/app/theme/tokens.css";
import "../../../src/engine/table/table.css";
import "../../../src/engine/table/cards.css";
import { Cards } from "../../../src/engine/table/Cards.tsx";
import { EngineProvider } from "@portolan/engine/ui";
import { hydrate } from "../../../src/payments/runtime.ts";
import check from "virtual:schemas/check/order";
import order from "virtual:schemas/entity/order/en";
import { createPorts } from "../../forms/ports.ts";
import { COLUMNS, createOrderRows } from "../make.ts";

const entity = hydrate(order.plan, { en: order.texts }, check.validate);
createRoot(document.getElementById("root")!).render(
  <EngineProvider ports={createPorts()}>
    <Cards
      entity={entity}
      rows={createOrderRows(10_000, 7)}
      columns={COLUMNS}
      labels={{}}
      label="Orders"
      hrefOf={(id) => `?id=${id}`}
    />
  </EngineProvider>,
);
