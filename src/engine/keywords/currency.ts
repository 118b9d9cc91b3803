import type { EntityDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { FieldPlan } from "../model/field.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { explainWhen } from "../schema/explanation.ts";
import { isSame } from "../schema/comparison.ts";

const CODE = /^[A-Z]{3}$/;

/** Returns whether the field's values are currency codes: those of any currency, or a few fixed ones. */
function holdsCurrency({ kind, schema }: FieldPlan, entity: EntityDraft): boolean {
  if (entity.kind(kind).anyCurrency) return true;
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  return values.every((value) => Object.hasOwn(entity.library.currencies, String(value)));
}

/** `x-currency`: the currency of an amount, given as an ISO code or as the name of the field that contains the code. */
export const currency = defineKeyword({
  name: "x-currency",
  on: ["field"],
  types: ["string"],
  schema: { type: "string", pattern: "^([A-Z]{3}|[a-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*)$" },
  doc: {
    zh: "金额的币种：固定的 ISO 代码（USD），或保存币种的字段名。小数位数取自币种表。",
    en: "The amount's currency: an ISO code (`USD`), or the name of the field that holds it. Minor units come from the currency table.",
  },
  field(keyword, draft) {
    const { entity, plan } = draft;
    const value = keyword.string();
    if (plan.schema.format !== "decimal")
      entity.report(keyword.location("key"), "wrong-type", findingMessages.needsDecimal());
    if (CODE.test(value)) {
      plan.currency = { code: value };
      if (!Object.hasOwn(entity.library.currencies, value))
        entity.reportUnknown(keyword.location(), "currency", value, Object.keys(entity.library.currencies));
    } else {
      const field = draft.sibling(keyword);
      if (!field) return;
      plan.currency = { field: field.name };
      entity.later(() => {
        if (!holdsCurrency(field, entity))
          entity.report(keyword.location(), "not-a-currency", findingMessages.notCurrency(field.name));
      });
    }
  },
  compare: {
    *field(change) {
      if (isSame(change.was.currency, change.is.currency)) return;
      const [was, is] = [getCurrency(change.was), getCurrency(change.is)];
      yield change.report("x-currency", "currency-changed", "breaking/breaking", {
        zh: `币种由 ${was} 改为 ${is}`,
        en: `in ${is} instead of ${was}`,
      });
    },
  },
  explain: explainWhen(
    ({ field }) => field.currency !== undefined,
    "currency",
    ({ field }) =>
      field.currency && "code" in field.currency
        ? { zh: `以 ${field.currency.code} 计`, en: `in ${field.currency.code}` }
        : { zh: `币种见 ${getCurrency(field)}`, en: `in the currency of ${getCurrency(field)}` },
  ),
  examples: {
    good: [
      { value: "USD", with: { format: "decimal" } },
      { value: "currency", with: { format: "decimal" } },
    ],
    bad: [
      { value: "USX", with: { format: "decimal" }, rule: "unknown-currency", suggestion: "USD" },
      { value: "curency", with: { format: "decimal" }, rule: "unknown-field", suggestion: "currency" },
      { value: "city", with: { format: "decimal" }, rule: "not-a-currency" },
      { value: "USD", rule: "wrong-type" },
    ],
  },
});

/** Returns the currency code, or the field that contains it. */
const getCurrency = ({ currency: held }: FieldPlan): string => (held ? ("code" in held ? held.code : held.field) : "-");
