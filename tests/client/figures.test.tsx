// @vitest-environment happy-dom
/** A figure of one user is never displayed to the next one, however late its response arrives. */
import "./portal-options.ts";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { defineFigure } from "../../src/engine/app/data/figures.tsx";
import { endSession, onSessionEnd } from "../../src/engine/app/client/session.ts";
import { clearReads, EngineProvider } from "@portolan/engine/ui";
import { portsOf } from "../engine/form-fixtures.tsx";

const results = vi.hoisted((): ((answer: { unread: number }) => void)[] => []);
vi.mock("../../src/engine/app/client/call.ts", () => ({ call: () => new Promise((resolve) => results.push(resolve)) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

it("the end of a session clears known and pending values", async () => {
  document.cookie = "merToken=x";
  const ports = portsOf();
  onSessionEnd(() => clearReads(ports));
  const figure = defineFigure("notificationCount", {}, { unread: 0 });
  const Shown = () => <b>{figure.use().unread}</b>;
  const page = document.createElement("div");
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <EngineProvider ports={ports}>
        <Shown />
      </EngineProvider>,
    ),
  );
  const answered = (at: number, unread: number) => act(async () => results[at]!({ unread }));
  const refresh = () => act(async () => figure.refresh(ports));
  expect(results).toHaveLength(0);
  await refresh();
  await answered(0, 7);
  expect(page.textContent).toBe("7");
  await refresh();
  await act(async () => endSession("signedOut"));
  expect(page.textContent).toBe("0");
  await answered(1, 8);
  expect(page.textContent).toBe("0");
  document.cookie = "merToken=y";
  await act(async () => root.render(<EngineProvider ports={ports}>{null}</EngineProvider>));
  await act(async () =>
    root.render(
      <EngineProvider ports={ports}>
        <Shown />
      </EngineProvider>,
    ),
  );
  await refresh();
  await answered(2, 1);
  expect(page.textContent).toBe("1");
  await act(async () => root.unmount());
});
