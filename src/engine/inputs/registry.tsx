/**
 * Inputs by kind, both the engine's and the product's. A form with kinds other than the basic ones loads all others
 * before it opens. An engine kind that is missing both here and in `rare-inputs.tsx` is a type error.
 */
import type { Field } from "../model/entity.ts";
import { EmailInput } from "./EmailInput.tsx";
import { IdentifierInput } from "./IdentifierInput.tsx";
import type { KindKey } from "../kinds/index.ts";
import type { recordInput } from "./rare-inputs.tsx";
import type { BasicKind, InputDefinition, Inputs, LoadInputs } from "./input-definition.tsx";
import { SecretInput } from "./SecretInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { isTick, YesNoInput } from "./YesNoInput.tsx";

const code: InputDefinition = { Input: IdentifierInput };

const basicInputs: Record<BasicKind, InputDefinition> = {
  text: { Input: TextInput, counted: true },
  identifier: code,
  postcode: code,
  yesNo: { Input: YesNoInput, group: (field) => !isTick(field), ownLabel: isTick },
  email: { Input: EmailInput },
  secret: { Input: SecretInput },
  // References and row lists have their own components; these inputs render such kinds when the field has no reference
  // or rows.
  reference: { Input: TextInput },
  parties: { Input: TextInput },
};

/** Converts the keys from camel case to kind names, such as `longText` to `long-text`. */
const nameInputs = (inputs: Partial<Record<KindKey, InputDefinition>>) =>
  Object.entries(inputs).map(
    ([key, input]) => [key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), input] as const,
  );
const byName = new Map<string, InputDefinition>(nameInputs(basicInputs));
let more: typeof recordInput | undefined;
const ofProducts = new Map<LoadInputs, Inputs>();

/** Loads all inputs of the engine and of the product. A failed load (offline) is retried the next time. */
export async function loadInputs(product?: LoadInputs): Promise<void> {
  const [rare, own] = await Promise.all([import("./rare-inputs.tsx"), product?.()]);
  for (const [name, input] of nameInputs(rare.inputs)) byName.set(name, input);
  more = rare.recordInput;
  if (product && own) ofProducts.set(product, own);
}

/** Returns the input of a kind, or undefined until it is loaded. */
const findInput = (product: LoadInputs | undefined, name: string): InputDefinition | undefined =>
  byName.get(name) ?? (product && ofProducts.get(product)?.[name]);

/** Returns whether the value is chosen from records or a reference list. */
export const isChosenFromRecords = (product: LoadInputs | undefined, field: Field): boolean =>
  field.ref !== undefined ||
  (field.options !== undefined &&
    "list" in field.options &&
    (field.options.facts !== undefined || findInput(product, field.kind.name)?.knows !== true));

/** Returns whether the inputs of all these fields are loaded. */
export const hasInputs = (product: LoadInputs | undefined, fields: readonly Field[]): boolean =>
  fields.every(
    (field) =>
      findInput(product, field.kind.name) !== undefined &&
      (more !== undefined || !isChosenFromRecords(product, field)) &&
      hasInputs(product, field.items ?? []),
  );

/**
 * Returns the input of a field.
 * @throws Error when its kind has no input, or the input is not loaded
 */
export function selectInput(product: LoadInputs | undefined, field: Field): InputDefinition {
  const { name } = field.kind;
  const input = findInput(product, name);
  if (!input) throw new Error(`no input for the kind ${name}: hand one in by <EngineProvider inputs>`);
  return input;
}
/**
 * Returns the inputs for values from lists.
 * @throws Error before `loadInputs` has resolved
 */
export function getRecordInput(): typeof recordInput {
  if (!more) throw new Error("the inputs were not loaded");
  return more;
}
