// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Countdown } from "../../src/engine/cells/cell.tsx";
import { mount, portsOf } from "./form-fixtures.tsx";

afterEach(() => void vi.useRealTimers());

it("counts down by the server's clock and then announces the end", async () => {
  vi.useFakeTimers();
  let server = Date.parse("2026-11-21T10:00:00Z");
  const { page, unmount } = await mount(
    <Countdown until={server + 3_672_000} text="2026-11-21 19:01:12" />,
    portsOf({ now: () => server }),
  );
  const pass = (ms: number) =>
    act(async () => {
      server += ms;
      await vi.advanceTimersByTimeAsync(1_000);
    });
  const said = () => page.querySelector("[aria-hidden]")?.textContent;
  expect(said()).toBe("还剩 1:01:12");
  await pass(3_400_000);
  expect(said()).toBe("还剩 4:32");
  await pass(272_000);
  expect(said()).toBe("已失效");
  expect(page.querySelector(".sr-only")?.textContent).toBe("2026-11-21 19:01:12");
  unmount();
});
