// @vitest-environment happy-dom
import { act } from "react";
import { expect, it } from "vitest";
import { Link } from "@portolan/engine/ui";
import { mount, portsOf } from "./form-fixtures.tsx";

it("handles a plain click inside the portal, and leaves all others to the browser", async () => {
  const went: string[] = [];
  const { page, unmount } = await mount(
    <Link href="/orders?id=1">Order</Link>,
    portsOf({ go: (path) => void went.push(path) }),
  );
  const click = async (init: MouseEventInit = {}) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    await act(async () => void page.querySelector("a")!.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(await click()).toBe(true);
  expect(went).toEqual(["/orders?id=1"]);
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    expect(await click(held)).toBe(false);
  expect(went).toHaveLength(1);
  unmount();
});
