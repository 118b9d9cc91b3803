// @vitest-environment happy-dom
/** The form theme on the shapes of rjsf's own samples, with rjsf's default validator and no store. */
import { type IChangeEvent, withTheme } from "@rjsf/core";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { theme } from "../../src/engine/form/theme.tsx";
import { button, click, control, described, type } from "./form-fixtures.tsx";

const Form = withTheme(theme);
let close: () => void = () => undefined;
afterEach(() => close());

/** Renders a form. Returns its page and the submitted data. */
async function open(schema: RJSFSchema, formData: unknown, uiSchema: UiSchema = {}) {
  const page = document.createElement("div");
  document.body.append(page);
  const root = createRoot(page);
  const submitted = vi.fn<(event: IChangeEvent) => void>();
  await act(async () =>
    root.render(
      <Form
        schema={schema}
        uiSchema={uiSchema}
        initialFormData={formData}
        validator={validator}
        noHtml5Validate
        onSubmit={submitted}
        onError={() => undefined}
      />,
    ),
  );
  // The parts of the theme load on first use.
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(page.querySelector("button[type=submit]")).not.toBeNull();
  }, 20_000);
  close = () => {
    act(() => root.unmount());
    page.remove();
  };
  const submit = async () => {
    await click(button(page, "Submit"));
    return submitted.mock.lastCall?.[0].formData;
  };
  return { page, submit, submitted };
}

const choose = (select: HTMLSelectElement, value: string) =>
  act(async () => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });

describe("the theme without a store", () => {
  it("renders rows of nested objects, which can be edited, moved, added and submitted, with errors at their inputs", async () => {
    const { page, submit, submitted } = await open(
      {
        title: "Work",
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", title: "Name", description: "What the work is called" },
          jobs: {
            type: "array",
            title: "Jobs",
            items: {
              type: "object",
              required: ["title"],
              properties: {
                title: { type: "string", title: "Title" },
                notes: { type: "string", title: "Notes" },
                done: { type: "boolean", title: "Done", default: false },
              },
            },
          },
        },
      },
      { jobs: [{ title: "first", done: true }, { title: "second" }] },
      { jobs: { items: { notes: { "ui:widget": "textarea" } } } },
    );
    expect(described(control(page, "Name"))).toBe("What the work is called");
    await submit();
    expect(submitted).not.toHaveBeenCalled();
    expect(page.querySelector("[role=alert]")?.textContent).toContain("Name");
    const name = control(page, "Name");
    expect(name.getAttribute("aria-invalid")).toBe("true");
    expect(described(name)).toContain("required");

    await type(name, "Harbour");
    await type(page.querySelector("textarea") as never, "soon");
    await click(button(page, "Move up 2"));
    await click(button(page, "Add Item"));
    const titles = () => [...page.querySelectorAll<HTMLInputElement>(".pf-item input[type=text]")];
    await type(titles()[2]!, "third");
    await click(page.querySelectorAll<HTMLInputElement>(".pf-item input[type=checkbox]")[2]);
    expect(await submit()).toEqual({
      name: "Harbour",
      jobs: [
        { title: "second", done: false },
        { title: "first", notes: "soon", done: true },
        { title: "third", done: true },
      ],
    });
    await click(button(page, "Remove 1"));
    expect(titles().map((input) => input.value)).toEqual(["first", "third"]);
  });
  it("renders lists of plain values, of options and of fixed length", async () => {
    const { page, submit } = await open(
      {
        definitions: {
          Port: { type: "object", properties: { code: { type: "string", title: "Code", default: "NGB" } } },
        },
        type: "object",
        properties: {
          words: { type: "array", title: "Words", items: { type: "string" } },
          sides: { type: "array", title: "Sides", uniqueItems: true, items: { type: "string", enum: ["a", "b", "c"] } },
          pair: {
            type: "array",
            title: "Pair",
            items: [
              { type: "string", title: "Left" },
              { type: "number", title: "Right" },
            ],
          },
          ports: { type: "array", title: "Ports", minItems: 2, items: { $ref: "#/definitions/Port" } },
        },
      },
      { words: ["one", "two"], sides: ["a"], pair: ["x", 1] },
    );
    const [first] = page.querySelectorAll<HTMLInputElement>(".pf-item input");
    await type(first!, "three");
    await type(control(page, "Right"), "2.5");
    const sides = page.querySelector<HTMLSelectElement>("select[multiple]")!;
    await act(async () => {
      for (const option of sides.options) option.selected = option.textContent !== "a";
      sides.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(await submit()).toEqual({
      words: ["three", "two"],
      sides: ["b", "c"],
      pair: ["x", 2.5],
      ports: [{ code: "NGB" }, { code: "NGB" }],
    });
  });
  it("renders the chosen branch of a oneOf", async () => {
    const { page, submit } = await open(
      {
        type: "object",
        oneOf: [
          { title: "By post", properties: { street: { type: "string", title: "Street" } }, required: ["street"] },
          { title: "By wire", properties: { iban: { type: "string", title: "IBAN" } }, required: ["iban"] },
        ],
      },
      {},
    );
    expect(control(page, "Street").value).toBe("");
    await choose(page.querySelector("select")!, "1");
    expect(() => control(page, "Street")).toThrow();
    await type(control(page, "IBAN"), "DE1");
    expect(await submit()).toEqual({ iban: "DE1" });
  });
});
