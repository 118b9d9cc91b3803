/** Hand-made fields of each kind, with the context they are parsed in. */
import { settings } from "../../src/payments/settings.ts";
import type { Field, JsonSchema, Lang } from "../../src/engine/model/entity.ts";
import { kindOf as kind, prepareKinds } from "../../src/payments/compiler.ts";
import type { Kind, KindContext } from "../../src/engine/model/kind.ts";

await prepareKinds();
export { kind };
export const minorUnits = { CNY: 2, USD: 2, JPY: 0, BHD: 3, HKD: 2 };
export const NOW = Date.parse("2026-11-21T02:00:00Z");

export function field(kindOf: Kind, schema: JsonSchema = {}, more: Partial<Field> = {}): Field {
  return {
    name: "x",
    at: "/x",
    schema: { ...kindOf.schema, ...schema },
    required: false,
    readOnly: false,
    writeOnly: false,
    sensitive: false,
    once: false,
    local: false,
    messages: [],
    kind: kindOf,
    ...more,
  };
}
const labels: Record<Lang, Record<string, string>> = {
  zh: { "option.x.SHA": "双方共担", "option.x.OUR": "付款方承担", "state.done": "已完成", "state.failed": "失败" },
  en: { "option.x.SHA": "Shared", "option.x.OUR": "Payer bears all", "state.done": "Done", "state.failed": "Failed" },
};
export const about = (of: Field, lang: Lang = "zh", record = {}): KindContext => ({
  dialect: settings,
  field: of,
  record,
  lang,
  minorUnits,
  text: (key) => labels[lang][key] ?? key,
  now: NOW,
});
