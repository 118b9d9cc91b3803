/** Inputs by kind. A kind that is missing here and in `more-inputs.tsx` is a type error. */
import type { Field } from "../model/entity.ts";
import { EmailInput } from "./EmailInput.tsx";
import { IdentifierInput } from "./IdentifierInput.tsx";
import type { KindKey } from "../kinds/index.ts";
import type { listed } from "./more-inputs.tsx";
import type { OwnKey, Skin } from "./skin.tsx";
import { SecretInput } from "./SecretInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { isTick, YesNoInput } from "./YesNoInput.tsx";

const code: Skin = { Input: IdentifierInput };

const own: Record<OwnKey, Skin> = {
  text: { Input: TextInput, counted: true },
  identifier: code,
  bic: code,
  iban: code,
  cardNumber: code,
  creditCode: code,
  residentId: code,
  postcode: code,
  yesNo: { Input: YesNoInput, group: (field) => !isTick(field), ownLabel: isTick },
  email: { Input: EmailInput },
  secret: { Input: SecretInput },
  // References and rows have renderers of their own; these apply when a schema names only the kind.
  reference: { Input: TextInput },
  parties: { Input: TextInput },
};

/** Keys are the kinds' names in camel case; the kinds themselves come with the schemas that have them. */
const named = (skins: Partial<Record<KindKey, Skin>>) =>
  Object.entries(skins).map(
    ([key, skin]) => [key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), skin] as const,
  );
const byName = new Map(named(own));
let more: typeof listed | undefined;
let loading: Promise<void> | undefined;

/** Loads the inputs of `more-inputs.tsx`, once. */
export function loadInputs(): Promise<void> {
  loading ??= import("./more-inputs.tsx").then(
    (module) => {
      for (const [name, skin] of named(module.skins)) byName.set(name, skin);
      more = module.listed;
    },
    (error: unknown) => {
      // A failed load (offline) is retried next time.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
/** Returns whether the value is chosen from records or from a reference list. */
export const isListed = (field: Field): boolean =>
  field.ref !== undefined ||
  (field.options !== undefined &&
    "list" in field.options &&
    (field.options.facts !== undefined || byName.get(field.kind.name)?.knows !== true));
/** Returns whether the inputs of all these fields are loaded. */
export const haveInputs = (fields: readonly Field[]): boolean =>
  more !== undefined ||
  fields.every((field) => byName.has(field.kind.name) && !isListed(field) && haveInputs(field.items ?? []));

/** Returns the input of a field. */
export function skinOf(field: Field): Skin {
  const skin = byName.get(field.kind.name);
  if (!skin) throw new Error(`no input for the kind ${field.kind.name}`);
  return skin;
}
/** Returns the input of a value from a list. */
export function listedSkin(): typeof listed {
  if (!more) throw new Error("the inputs were not loaded");
  return more;
}
