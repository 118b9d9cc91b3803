// @vitest-environment happy-dom
/** Contexts that depend on input: refetched when it changes, unknown while loading, and late responses ignored. */
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import type { ContextRequest, Ports } from "@portolan/engine";
import { kindList } from "../../src/engine/kinds/index.ts";
import {
  button,
  call,
  click,
  control,
  described,
  entityOf,
  field,
  leave,
  mount,
  portsOf,
  settle,
  type,
} from "./form-fixtures.tsx";

let close: () => void = () => undefined;
afterEach(() => close());

const entity = () =>
  entityOf(
    [
      field(kindList.text, "payee"),
      field(kindList.text, "note"),
      field(kindList.text, "currency"),
      field(kindList.money, "amount", { currency: { field: "currency" } }),
    ],
    {
      contexts: {
        other: { call: "lookup", key: "other", with: { merchant: "payee" }, types: { found: "bool" } },
        limits: { call: "lookup", key: "limits", types: { low: "Decimal" } },
        person: { call: "who", types: { name: "string" } },
      },
    },
  );
async function open(context: Ports["context"]) {
  const one = entity();
  const { page, unmount } = await mount(
    <EntityForm entity={one} preset={{ currency: "USD" }} onDone={() => undefined} />,
    portsOf({ context }),
  );
  close = unmount;
  await settle();
  return page;
}

it("requests contexts with the record's values, and again only those that depend on the changed field", async () => {
  const asked = vi.fn(async (_name: string, _about?: ContextRequest) => ({}));
  const page = await open(asked);
  expect(asked.mock.calls.find(([name]) => name === "limits")?.[1]).toEqual({ entity: "thing", currency: "USD" });
  asked.mockClear();
  await type(control(page, "note"), "x");
  await settle(400);
  expect(asked).not.toHaveBeenCalled();
  await type(control(page, "payee"), "10");
  await type(control(page, "payee"), "100002");
  await settle(400);
  expect(asked.mock.calls).toEqual([["other", { entity: "thing", currency: "USD", merchant: "100002" }]]);
  asked.mockClear();
  await type(control(page, "currency"), "CNY");
  await settle(400);
  expect(asked.mock.calls).toEqual([["limits", { entity: "thing", currency: "CNY", merchant: "100002" }]]);
});

it("says below a field what a rule that holds has checked, and looks up guesses once the value is whole", async () => {
  const one = entityOf([field(kindList.text, "payee"), field(kindList.text, "name", { readOnly: true })], {
    contexts: {
      other: { call: "lookup", key: "other", with: { merchant: "payee" }, guess: ["found"], types: { found: "bool" } },
    },
    rules: [
      {
        id: "known",
        at: "payee",
        authority: "server",
        assert: { source: "other.found", tree: ["v", "other", "found"], reads: ["other.found"], type: "bool" },
        confirms: ["name"],
      },
    ],
    texts: { "confirms.known": "{name} is known" },
  });
  const asked = vi.fn(async (_name: string, about?: ContextRequest) => ({ found: about?.merchant === "100002" }));
  const { page, unmount } = await mount(
    <EntityForm entity={one} preset={{ name: "深圳****公司" }} onDone={() => undefined} />,
    portsOf({ context: asked }),
  );
  close = unmount;
  await settle();
  // A field that the sentence names is not drawn as well.
  expect(page.textContent).not.toContain("深圳");
  asked.mockClear();
  await type(control(page, "payee"), "1000");
  await settle(400);
  await type(control(page, "payee"), "100002");
  await settle(400);
  expect(asked).not.toHaveBeenCalled();
  await settle(700);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(described(control(page, "payee"))).toBe("深圳****公司 is known");
  await type(control(page, "payee"), "100003");
  expect(described(control(page, "payee"))).toBe("");
});

it("lists only records that satisfy the condition, and says where to go when there are none", async () => {
  const payees = entityOf([field(kindList.text, "name")], {
    name: "payee",
    key: "id",
    calls: { list: call("payees") },
  });
  const only = {
    source: "",
    tree: ["==", ["v", "option", "name"], ["v", "user", "name"]],
    reads: ["user.name"],
    type: "bool",
  };
  const entity = entityOf(
    [
      field(kindList.reference, "payee", {
        ref: { entity: "payee", label: "{name}", copies: {}, only, none: ["/swap"] },
      }),
    ],
    {
      contexts: { user: { call: "who", types: { name: "string" } } },
      texts: { "field.payee.none": "No account of your own", "field.payee.none.0": "Exchange" },
    },
  );
  const rows = [{ id: "1", name: "Anna" }];
  const portsFor = (name: string) =>
    portsOf({
      entity: async () => payees,
      call: vi.fn(async () => ({ list: rows })),
      context: async () => ({ name }),
    });
  const show = async (name: string) => {
    const { page, unmount } = await mount(<EntityForm entity={entity} onDone={() => undefined} />, portsFor(name));
    close = unmount;
    return page;
  };
  const page = await show("Berta");
  await vi.waitFor(
    () => expect(page.querySelector("[role=status]")?.textContent).toBe("No account of your ownExchange"),
    {
      timeout: 20_000,
    },
  );
  expect(page.querySelector("[role=status] a")?.getAttribute("href")).toBe("/swap");
  close();
  const other = await show("Anna");
  await settle(300);
  expect(other.textContent).not.toContain("No account");
});

/** A computed field that depends on the payee and records its values. */
const figure = (seen: unknown[], source: string, tree: unknown) =>
  field({ ...kindList.text, fromRule: (value) => (seen.push(value), String(value)) }, "shown", {
    compute: { source, tree, reads: ["self.payee"], type: "string" },
  });

it("keeps the latest response when an earlier one arrives later", async () => {
  const results: Record<string, (value: Record<string, unknown>) => void> = {};
  const one = entity();
  const seen: unknown[] = [];
  one.fields.push(figure(seen, "other.found", ["v", "other", "found"]));
  const { page, unmount } = await mount(
    <EntityForm entity={one} onDone={() => undefined} />,
    portsOf({
      context: (name, about) => new Promise((resolve) => (results[`${name}:${String(about?.merchant)}`] = resolve)),
    }),
  );
  close = unmount;
  await type(control(page, "payee"), "a");
  await settle(400);
  await type(control(page, "payee"), "b");
  await settle(400);
  results["other:b"]!({ found: "b" });
  results["other:a"]!({ found: "a" });
  await settle();
  await leave(control(page, "payee"));
  expect(seen.at(-1)).toBe("b");
  expect(seen).not.toContain("a");
  expect(described(control(page, "payee"))).toBe("");
});

it("keeps the context of a newer choice when the form's first contexts arrive late", async () => {
  const results: Record<string, (value: Record<string, unknown>) => void> = {};
  const one = entity();
  const seen: unknown[] = [];
  one.fields.push(
    figure(seen, "string(limits.low) + ' ' + person.name", [
      "+",
      ["+", ["string", ["v", "limits", "low"]], " "],
      ["v", "person", "name"],
    ]),
  );
  const { page, unmount } = await mount(
    <EntityForm entity={one} preset={{ currency: "USD" }} onDone={() => undefined} />,
    portsOf({
      context: (name, about) => new Promise((resolve) => (results[`${name}:${String(about?.currency)}`] = resolve)),
    }),
  );
  close = unmount;
  await type(control(page, "currency"), "CNY");
  await settle(400);
  await act(async () => results["limits:CNY"]!({ low: "2000" }));
  await act(async () => {
    for (const name of ["limits", "other", "person"]) results[`${name}:USD`]!({ low: "10", name: "Anna" });
  });
  await settle();
  await type(control(page, "payee"), "a");
  expect(seen.at(-1)).toBe("2000 Anna");
});

it("returns from the review to a field that a late response makes invalid", async () => {
  let answer: (value: Record<string, unknown>) => void = () => undefined;
  const one = entity();
  one.form.review = true;
  const check = one.check.bind(one);
  const refused = { at: "/payee", code: "unknown", params: {}, message: "nobody is called so" };
  one.check = (record, options) => {
    const verdict = check(record, options);
    return (options.contexts as { other?: { found: boolean } }).other?.found === false
      ? { ...verdict, errors: [...verdict.errors, refused] }
      : verdict;
  };
  const { page, unmount } = await mount(
    <EntityForm entity={one} onDone={() => undefined} />,
    portsOf({
      context: (name, about) =>
        name === "other" && about?.merchant ? new Promise((resolve) => (answer = resolve)) : Promise.resolve({}),
    }),
  );
  close = unmount;
  await type(control(page, "payee"), "a");
  await leave(control(page, "payee"));
  await settle(400);
  await click(button(page, "下一步"));
  expect(page.querySelector("[data-review]")).not.toBeNull();
  await act(async () => answer({ found: false }));
  expect(page.querySelector("[data-review]")).toBeNull();
  expect(described(control(page, "payee"))).toBe("nobody is called so");
  expect(document.activeElement).toBe(control(page, "payee"));
});
