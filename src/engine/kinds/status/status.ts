import type { KindContext } from "../../model/kind.ts";
import { fixedOptions, optionText } from "../choice/choice.ts";
import { samplesOf, stringKind } from "../shared.ts";

/** Returns the label of the field's option (a lifecycle adds one per state), otherwise of the state, otherwise the value. */
function stateText(value: string, context: KindContext): string {
  const own = optionText(value, context);
  if (own !== value) return own;
  const word = context.text(`state.${value}`);
  return word === `state.${value}` ? value : word;
}

/** The state of a record. Its values are the states of the entity's lifecycle, or fixed options. Only events change it. */
export const status = stringKind({
  name: "status",
  filter: "is",
  width: 150,
  text: (value, context) => (value === undefined || value === null ? "" : stateText(String(value), context)),
  edit: (value) => value,
  clean(value, context) {
    const text = value.trim();
    const values = fixedOptions(context.field) ?? [];
    return values.includes(text) ? text : (values.find((state) => stateText(state, context) === text) ?? text);
  },
  cell: (value, context) =>
    value === undefined || value === null || value === ""
      ? { type: "empty" }
      : { type: "text", value: stateText(String(value), context) },
  examples: ["done"],
  samples: (field) => fixedOptions(field) ?? samplesOf(field, ["done"]),
});
