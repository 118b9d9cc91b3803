import type { KindContext } from "../kind.ts";
import { fixedOptions, optionText } from "../choice/choice.ts";
import { samplesOf, stringKind } from "../shared.ts";

/** A state's word from the lifecycle; else the option's; else the value. */
function stateText(value: string, context: KindContext): string {
  const key = `state.${value}`;
  const word = context.text(key);
  return word === key ? optionText(value, context) : word;
}

/** Where a record stands. Its values are the states of the entity's lifecycle, or fixed options. Only events change it. */
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
  cell: (value, context) => (value === undefined || value === null || value === "" ? { type: "empty" } : { type: "text", value: stateText(String(value), context) }),
  examples: ["done"],
  samples: (field) => fixedOptions(field) ?? samplesOf(field, ["done"]),
});
