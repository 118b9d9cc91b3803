/** Mounts a form in a page and operates it like a user. */
import { settings } from "../../src/payments/settings.ts";
import { act, type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import zh from "../../src/engine/locales/zh/engine.json";
import {
  isFieldVisible,
  isFieldRequired,
  createRuntime,
  type CallPlan,
  type CheckError,
  type Entity,
  type EntityPlan,
  type Field,
  type FieldPlan,
  type Kind,
  type Ports,
  type Row,
} from "@portolan/engine";
import { loadInputs } from "../../src/engine/inputs/registry.tsx";
import { loadCalendar } from "../../src/engine/inputs/DayButton.tsx";
import { loadComboList } from "../../src/engine/controls/ComboControl.tsx";
import { Review } from "../../src/engine/form/review-part.tsx";
import { loadResolver } from "../../src/engine/form/resolved.tsx";
import { EngineProvider } from "../../src/engine/inputs/EngineProvider.tsx";
import type { LoadInputs } from "../../src/engine/inputs/input-definition.tsx";
import { inputs as banking } from "../../src/payments/ui.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export const call = (name: string, more: Partial<CallPlan> = {}): CallPlan => ({
  name,
  method: "POST",
  path: `/test/${name}`,
  alias: [],
  access: "session",
  events: [],
  ...more,
});

/** Returns a field with defaults for all properties. */
export function field(
  kind: Kind,
  name: string,
  more: Partial<Omit<FieldPlan, "kind" | "items" | "item">> & { items?: Field[]; item?: Field } = {},
): Field {
  return {
    name,
    at: `/${name}`,
    kind,
    schema: { type: "string" },
    required: false,
    readOnly: false,
    writeOnly: false,
    sensitive: false,
    once: false,
    local: false,
    messages: [],
    ...more,
  };
}

type Plain = Partial<Omit<Entity, "fields" | "text">> & {
  texts?: Record<string, string>;
  verdict?(record: Row): CheckError[];
  warned?(record: Row): CheckError[];
};

const plainItem = ({ items: _items, item: _item, ...one }: Field): FieldPlan => ({ ...one, kind: one.kind.name });

/**
 * Returns a hand-made entity that validates only `required`, `maxLength` and what the test specifies, so that every
 * message comes from the test.
 */
export function entityOf(fields: Field[], more: Plain = {}): Entity {
  const { texts = {}, verdict = () => [], warned, ...own } = more;
  const plan: EntityPlan = {
    name: "thing",
    file: "thing.json",
    version: "v1",
    source: "store",
    key: "id",
    schema: { type: "object", properties: {} },
    fields: fields.map(({ items: _items, item, ...one }) => ({
      ...one,
      kind: one.kind.name,
      ...(item && { item: plainItem(item) }),
    })),
    rules: [],
    show: [],
    require: [],
    gates: [],
    contexts: {},
    minorUnits: { CNY: 2, JPY: 0, USD: 2 },
    form: { sections: [{ id: "all", rows: fields.map((field) => [field.name]) }], review: false, draft: false },
    list: {
      columns: [],
      search: [],
      filters: { primary: [], more: [] },
      sort: [],
      sums: [],
      views: [],
      export: false,
      bulk: [],
    },
    detail: { sections: [] },
    actions: [],
    calls: { create: call("create"), update: call("update") },
  };
  const labels = Object.fromEntries(fields.map((field) => [`field.${field.name}.label`, field.name]));
  // Uses the kinds of the fields themselves, because a test may define its own.
  const { hydrate } = createRuntime({
    ...settings,
    kinds: fields.flatMap(({ kind, item }) => [kind, ...(item ? [item.kind] : [])]),
  });
  const whole = { ...plan, ...own } as unknown as EntityPlan;
  const entity: Entity = hydrate(whole, { zh: { ...labels, ...texts } }, () => true);
  const check: Entity["check"] = (record, { only }) => {
    const errors: CheckError[] = [];
    for (const field of fields) {
      const value = record[field.name];
      if (!isFieldVisible(entity, field.name, record)) continue;
      const most = field.schema.maxLength as number | undefined;
      if (value === undefined && (field.required || isFieldRequired(entity, field.name, record)))
        errors.push({ at: `/${field.name}`, code: "required", params: {}, message: `${field.name} is required` });
      else if (typeof value === "string" && most !== undefined && [...value].length > most)
        errors.push({ at: `/${field.name}`, code: "maxLength", params: { limit: most }, message: `at most ${most}` });
    }
    errors.push(...verdict(record));
    return {
      value: record,
      warnings: warned?.(record) ?? [],
      errors: only ? errors.filter((error) => only.includes(error.at.split("/")[1]!)) : errors,
    };
  };
  return Object.assign(entity, { check });
}

export function portsOf(more: Partial<Ports> = {}): Ports {
  return {
    lang: "zh",
    call: vi.fn(async () => ({ record: { id: "1" } })),
    download: async () => undefined,
    upload: async () => ({ id: "f1", name: "a.pdf", size: 1 }),
    entity: async () => {
      throw new Error("no other entity here");
    },
    now: () => Date.now(),
    notify: () => undefined,
    stepUp: vi.fn(async () => "proof"),
    context: async () => undefined,
    t: (key, params = {}) =>
      ((zh as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (_all, hole: string) =>
        String(params[hole] ?? ""),
      ),
    dialect: settings,
    granted: () => true,
    user: () => "u1",
    ...more,
  };
}

/** Mounts an element with the given ports. Returns the page and a function that unmounts it. */
export async function mount(
  element: ReactNode,
  ports: Ports,
  inputs: LoadInputs = banking,
): Promise<{ page: HTMLElement; unmount(): void }> {
  const page = document.createElement("div");
  document.body.append(page);
  const root = createRoot(page);
  await Promise.all([loadInputs(inputs), loadResolver(), Review.load(), loadComboList(), loadCalendar()]);
  await act(async () =>
    root.render(
      <StrictMode>
        <EngineProvider ports={ports} inputs={inputs} mark={<svg data-mark />}>
          {element}
        </EngineProvider>
      </StrictMode>,
    ),
  );
  return {
    page,
    unmount: () => {
      act(() => root.unmount());
      page.remove();
    },
  };
}

/** Returns the control with the given label. */
export function control(page: HTMLElement, label: string): HTMLInputElement {
  for (const button of page.querySelectorAll<HTMLElement>(".pf-label, .pf-tick")) {
    if (!button.textContent?.replace("*", "").trim().startsWith(label)) continue;
    const found = button.getAttribute("for")
      ? document.getElementById(button.getAttribute("for")!)
      : (button.querySelector("input") ?? document.getElementById(button.id.replace(/-l$/, "")));
    if (found) return found as HTMLInputElement;
  }
  throw new Error(`no control is called ${label}`);
}
/** Returns the description that a screen reader announces first for a control. */
export const described = (element: HTMLElement): string =>
  document.getElementById(element.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent ?? "";

const event = (name: string, init: object = {}) =>
  Object.assign(new Event(name, { bubbles: true, cancelable: true }), init);
/** Sets the native value and dispatches an `input` event, like a key press does. */
export async function type(element: HTMLInputElement, text: string): Promise<void> {
  await act(async () => element.focus());
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value")?.set;
  await act(async () => {
    setter?.call(element, text);
    element.dispatchEvent(event("input"));
  });
}
export const leave = (element: HTMLElement): Promise<void> =>
  act(async () => {
    element.blur();
    // happy-dom dispatches `blur` without `focusout` when the element was not focused.
    if (document.activeElement !== element) element.dispatchEvent(event("focusout"));
  });
export const click = (element: Element | null | undefined): Promise<void> =>
  act(async () => (element as HTMLElement).click());
export const press = (element: Element, name: string, init: object = {}): Promise<void> =>
  act(
    async () =>
      void element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init })),
  );
export const button = (page: HTMLElement, text: string): HTMLButtonElement => {
  const found = [...page.querySelectorAll("button")].find(
    (button) => button.textContent?.includes(text) || button.getAttribute("aria-label")?.includes(text),
  );
  if (!found) throw new Error(`no button says ${text}`);
  return found;
};
export const settle = (ms = 0): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve, ms)));
