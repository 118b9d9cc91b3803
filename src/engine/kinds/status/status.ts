import type { KindContext } from "../../model/kind.ts";
import { listFixedOptions, formatOption } from "../choice/choice.ts";
import { listSamples, createStringKind } from "../shared.ts";

/**
 * Returns the label of the field's option (a lifecycle adds one per state), otherwise the label of the state, otherwise
 * the value.
 */
function formatState(value: string, context: KindContext): string {
  const own = formatOption(value, context);
  if (own !== value) return own;
  const label = context.text(`state.${value}`);
  return label === `state.${value}` ? value : label;
}

/**
 * The state of a record. Its values are the states of the entity's lifecycle or fixed options. Only events change it.
 */
export const status = createStringKind({
  name: "status",
  filter: "is",
  width: 150,
  text: (value, context) => (value === undefined || value === null ? "" : formatState(String(value), context)),
  edit: (value) => value,
  clean(value, context) {
    const text = value.trim();
    const values = listFixedOptions(context.field) ?? [];
    return values.includes(text) ? text : (values.find((state) => formatState(state, context) === text) ?? text);
  },
  cell: (value, context) =>
    value === undefined || value === null || value === ""
      ? { type: "empty" }
      : { type: "text", value: formatState(String(value), context) },
  examples: ["done"],
  samples: (field) => listFixedOptions(field) ?? listSamples(field, ["done"]),
});
