// @vitest-environment happy-dom
/**
 * A view type from outside the engine renders with the component supplied by its product. Further views of the type
 * require only JSON.
 */
import { useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { createDialect, createEngine } from "@portolan/engine/compiler";
import type { ViewOf } from "@portolan/engine";
import {
  EngineProvider,
  EntityView,
  useListPage,
  ViewFrame,
  createViewPart,
  type ViewProps,
} from "@portolan/engine/ui";
import { vocabularies } from "../../src/payments/dialect.ts";
import { settings } from "../../src/payments/settings.ts";
import { mount } from "./form-fixtures.tsx";
import { lines, orders, rowsOf, settle, shopOf, until } from "./table-fixtures.tsx";
import { throwAway } from "./throw-away.ts";

const { compileEntity } = createEngine(createDialect({ vocabularies: [...vocabularies, throwAway], ...settings }));
const label = { zh: "图钉", en: "Pins" };
const entity = orders(
  {
    "x-views": {
      byPayee: { type: "pinboard", by: "payee", label },
      byStatus: { type: "pinboard", by: "status" },
    },
  },
  compileEntity,
);

function Pinboard(props: ViewProps<ViewOf<"pinboard">>) {
  const list = useListPage(props);
  return (
    <ViewFrame page={props} list={list} waiting={<p data-waiting />}>
      {list.state.rows.map((row) => (
        <p key={String(row["orderNo"])} data-pin>
          {String(row[props.view.plan.by])}
        </p>
      ))}
    </ViewFrame>
  );
}
const views = { pinboard: createViewPart("pinboard", async () => Pinboard) };

async function open(id: string, url = "", rows = rowsOf(3)) {
  const shop = shopOf(rows, {}, entity);
  const router = { go: (_params: URLSearchParams): void => undefined };
  function Host() {
    const [params, setParams] = useState(new URLSearchParams(url));
    useEffect(() => void (router.go = setParams), []);
    return (
      <EngineProvider ports={shop.ports} views={views}>
        <EntityView id={id} entity={entity} title="订单" params={params} onParams={setParams} />
      </EngineProvider>
    );
  }
  const { page, unmount } = await mount(<Host />, shop.ports);
  await settle();
  const pins = () => [...page.querySelectorAll("[data-pin]")].map((pin) => pin.textContent);
  return { page, unmount, shop, pins };
}

describe("a custom view type", () => {
  it("shows the rows of the list by its own plan", async () => {
    const { pins, unmount } = await open("byPayee");
    await until(() => pins().length > 0);
    expect(pins()).toEqual(["收款人0", "收款人1", "收款人2"]);
    unmount();
  });
  it("differs from another view of its type by JSON alone", async () => {
    const { pins, page, unmount } = await open("byStatus");
    await until(() => pins().length > 0);
    expect(pins()).toEqual(["done", "waiting", "waiting"]);
    expect(page.querySelector(".pv-modes")).toBeNull();
    unmount();
  });
  it("reads filters from the URL like a list", async () => {
    const { pins, shop, unmount } = await open("byPayee", "status=done", rowsOf(6));
    await until(() => pins().length > 0);
    expect(pins()).toEqual(["收款人0", "收款人3"]);
    expect(shop.sent[0]?.body).toMatchObject({ status: "done" });
    unmount();
  });
  it("offers the table as its second mode", async () => {
    const { page, pins, unmount } = await open("byPayee", "as=table");
    await until(() => lines(page).length === 3);
    expect(pins()).toEqual([]);
    expect([...page.querySelectorAll(".pv-modes a")].map((link) => link.getAttribute("aria-current"))).toEqual([
      null,
      "true",
    ]);
    unmount();
  });
  it("shows the empty state of a list", async () => {
    const { page, unmount } = await open("byPayee", "", []);
    await until(() => page.querySelector(".pt-state"));
    expect(page.querySelector(".pt-state")?.textContent).toBe("还没有订单");
    unmount();
  });
});
