// @vitest-environment happy-dom
/** A kind from outside the engine uses the input supplied by its product. */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { TextControl } from "../../src/engine/controls/TextControl.tsx";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { entityOf, field, mount, portsOf } from "./form-fixtures.tsx";
import { throwAway } from "./throw-away.ts";

const [tune] = throwAway.kinds ?? [];
if (!tune) throw new Error("the throw-away vocabulary has no kind");
const entity = entityOf([field(tune, "melody")]);
const form = <EntityForm entity={entity} onDone={() => undefined} />;

it("loads the input of a custom kind with the first form that uses it", async () => {
  const load = vi.fn(async () => ({
    tune: {
      Input: (props: Parameters<typeof TextControl>[0]) => (
        <span data-tune="">
          <TextControl {...props} />
        </span>
      ),
    },
  }));
  expect(load).not.toHaveBeenCalled();
  const { page, unmount } = await mount(form, portsOf(), load);
  await act(() =>
    vi.waitFor(() => expect(page.querySelector("[data-tune] input")).not.toBeNull(), { timeout: 20_000 }),
  );
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
});
