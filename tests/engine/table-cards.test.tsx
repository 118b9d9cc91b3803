// @vitest-environment happy-dom
/** Cards of a long list on a phone: only those in the viewport are in the document. */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { Cards } from "../../src/engine/table/Cards.tsx";
import { mount } from "./form-fixtures.tsx";
import { id, rowsOf, settle, shopOf } from "./table-fixtures.tsx";

it("renders only the visible ones of more than 200 cards, with their position in the list", async () => {
  const cards = async (count: number) => {
    const shop = shopOf(rowsOf(count));
    const { page, unmount } = await mount(
      <Cards
        entity={shop.entity}
        columns={["orderNo", "payee", "amount"]}
        rows={shop.rows}
        labels={{}}
        hrefOf={(key) => `/orders?id=${key}`}
        label="orders"
      />,
      shop.ports,
    );
    await act(async () => void (await import("../../src/engine/react/VirtualItems.tsx")));
    await settle(20);
    const found = [...page.querySelectorAll<HTMLElement>("li[data-id]")];
    const last = found.at(-1);
    const told = [found.length, found[0]?.dataset.id, last?.getAttribute("aria-setsize") ?? undefined];
    unmount();
    return told;
  };
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(84);
  expect(await cards(3)).toEqual([3, id(0), undefined]);
  const [count, first, size] = await cards(600);
  expect([first, size]).toEqual([id(0), "600"]);
  expect(count).toBeLessThan(60);
  vi.restoreAllMocks();
});
