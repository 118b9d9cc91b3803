// @vitest-environment happy-dom
/** A polled value of one user is never shown to the next one, however late its response arrives. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { polled } from "../../src/app/polled.ts";
import { endSession } from "../../src/client/session.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

it("a session's end takes what was known, and what is still on its way", async () => {
  document.cookie = "merToken=x";
  const answers: ((figure: number) => void)[] = [];
  const figure = polled(0, () => new Promise<number>((resolve) => answers.push(resolve)));
  const Shown = () => <b>{figure.use()}</b>;
  const page = document.createElement("div");
  const root = createRoot(page);
  act(() => root.render(<Shown />));
  const answered = (at: number, value: number) => act(async () => answers[at]!(value));
  figure.refresh();
  await answered(0, 7);
  expect(page.textContent).toBe("7");
  figure.refresh();
  act(() => endSession("signedOut"));
  expect(page.textContent).toBe("0");
  await answered(1, 8);
  expect(page.textContent).toBe("0");
  document.cookie = "merToken=y";
  figure.refresh();
  await answered(2, 1);
  expect(page.textContent).toBe("1");
  act(() => root.unmount());
});
