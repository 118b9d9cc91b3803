// @vitest-environment happy-dom
import { startTransition, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Entity } from "@portolan/engine";
import { useChecks } from "../../src/engine/react/use-checks.tsx";

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const { IS_REACT_ACT_ENVIRONMENT } = environment;
// React must render asynchronously, as in a browser.
beforeEach(() => void (environment.IS_REACT_ACT_ENVIRONMENT = false));
afterEach(() => {
  Object.assign(environment, { IS_REACT_ACT_ENVIRONMENT });
  vi.restoreAllMocks();
});

/** Returns an entity whose validator loads when `arrive` is called. */
function createEntity() {
  let isLoaded = false;
  let arrive = () => {};
  const load = new Promise<void>((resolve) => (arrive = resolve)).then(() => void (isLoaded = true));
  return { arrive, entity: { loadValidator: () => (isLoaded ? undefined : load) } as Entity };
}

it("a component renders without error while its validator loads", async () => {
  const logged = vi.spyOn(console, "error");
  const { arrive, entity } = createEntity();
  const rendered = vi.fn();
  function Page() {
    rendered();
    useChecks(entity);
    // React counts the hooks called after suspending.
    const [text] = useState("checked");
    return text;
  }
  const place = document.createElement("div");
  const root = createRoot(place);
  startTransition(() => root.render(<Page />));
  await vi.waitFor(() => expect(rendered).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  arrive();
  await vi.waitFor(() => expect(place.textContent).toBe("checked"), { timeout: 20_000 });
  expect(rendered.mock.calls.length).toBeGreaterThan(1);
  // React logs an error when the final render skips a suspended hook; with split code it fails instead.
  expect(logged.mock.calls).toEqual([]);
  root.unmount();
});
