/** Our engine from schema to screen, using the product's entry point, plugin and styles. */
import { createRoot, type Root } from "react-dom/client";
import "@portolan/engine/theme.css";
import "../../../src/app/theme/tokens.css";
import { type Entity } from "@portolan/engine";
import { hydrate } from "../../../src/payments/runtime.ts";
import { EngineProvider, EntityForm } from "@portolan/engine/ui";
import f40Check from "virtual:schemas/check/f40";
import f40 from "virtual:schemas/entity/f40/en";
import { createEmptyData, createFormPlan, type FormName } from "../make.ts";
import { serve } from "../page.ts";
import { createPorts } from "../ports.ts";

const hydratePlan = ([{ default: item }, { default: check }]: [
  typeof import("virtual:schemas/entity/*"),
  typeof import("virtual:schemas/check/*"),
]) => hydrate(item.plan, { en: item.texts }, check.validate);
// The large forms are chunks like pages of the portal. The smallest is in the main bundle, for the cold load.
const load: Record<FormName, () => Promise<Entity>> = {
  f40: async () => hydrate(f40.plan, { en: f40.texts }, f40Check.validate),
  f200: async () =>
    hydratePlan(await Promise.all([import("virtual:schemas/entity/f200/en"), import("virtual:schemas/check/f200")])),
  a50: async () =>
    hydratePlan(await Promise.all([import("virtual:schemas/entity/a50/en"), import("virtual:schemas/check/a50")])),
};
const cache = new Map<FormName, Entity>();
const ports = createPorts();
let root: Root | undefined;
let host: HTMLElement;

serve({
  errors: ".pf-message[data-tone=error]",
  async mount(name, into) {
    host = into;
    let entity = cache.get(name);
    if (!entity) cache.set(name, (entity = await load[name]()));
    root = createRoot(host);
    const preset = name === "a50" ? (createEmptyData(createFormPlan(name)) as Record<string, unknown>) : undefined;
    root.render(
      <EngineProvider ports={ports}>
        <EntityForm entity={entity} {...(preset ? { preset } : {})} onDone={() => undefined} />
      </EngineProvider>,
    );
    while (!host.querySelector(".pf-footer button[data-main]")) await new Promise(requestAnimationFrame);
  },
  unmount() {
    root?.unmount();
    sessionStorage.clear();
  },
  submit: () => host.querySelector<HTMLElement>(".pf-footer button[data-main]")!.click(),
});
