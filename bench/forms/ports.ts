/** Ports of our contestants: texts of the product's locale, and calls answered by the page itself. */
import words from "@portolan/engine/locales/en/engine.json";
import type { Ports } from "@portolan/engine";
import { settings } from "../../src/payments/settings.ts";

export const createPorts = (more: Partial<Ports> = {}): Ports => ({
  dialect: settings,
  lang: "en",
  call: async () => ({}),
  download: async () => undefined,
  upload: async () => ({ id: "1", name: "a.pdf", size: 1 }),
  entity: async (name) => {
    throw new Error(`no entity ${name} here`);
  },
  now: () => Date.now(),
  notify: () => undefined,
  stepUp: async () => "proof",
  context: async () => undefined,
  t: (key, params = {}) =>
    ((words as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (whole, hole: string) =>
      String(params[hole] ?? whole),
    ),
  granted: () => true,
  user: () => "u1",
  ...more,
});
