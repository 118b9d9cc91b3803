/**
 * Inputs by kind, both the engine's and the product's. A form loads those of its own fields. An engine kind that is
 * missing both here and in `lazy-inputs.tsx` is a type error.
 */
import type { Field } from "../model/entity.ts";
import { EmailInput } from "./EmailInput.tsx";
import { IdentifierInput } from "./IdentifierInput.tsx";
import type { KindKey } from "../kinds/index.ts";
import type { recordInput } from "./lazy-inputs.tsx";
import type { Input, Inputs, EagerKind, LazyKind, InputDefinition } from "./input-definition.tsx";
import { SecretInput } from "./SecretInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { isTick, YesNoInput } from "./YesNoInput.tsx";

const code: InputDefinition = { Input: IdentifierInput };

const loadRare = () => import("./rare-inputs.tsx");
const loadDocument = () => import("./document-inputs.tsx");

const eagerInputs: Record<EagerKind, InputDefinition> & Record<LazyKind, Input> = {
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
  date: async () => (await loadDocument()).inputs.date,
  dateTime: async () => (await loadDocument()).inputs.dateTime,
  phone: async () => (await loadDocument()).inputs.phone,
  file: async () => (await loadDocument()).inputs.file,
  time: async () => (await loadRare()).inputs.time,
  link: async () => (await loadRare()).inputs.link,
  tags: async () => (await loadRare()).inputs.tags,
  files: async () => (await loadRare()).inputs.files,
  sealed: async () => (await loadRare()).inputs.sealed,
  choices: async () => (await loadRare()).inputs.choices,
};

/** Converts the keys from camel case to kind names, such as `longText` to `long-text`. */
const nameInputs = (inputs: Partial<Record<KindKey, Input>>) =>
  Object.entries(inputs).map(
    ([key, skin]) => [key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), skin] as const,
  );
const byName = new Map<string, Input>(nameInputs(eagerInputs));
let more: typeof recordInput | undefined;
let loading: Promise<void> | undefined;

/** Inputs that were loaded individually. */
const loaded = new Map<Input, InputDefinition>();
const requests = new Map<Input, Promise<void>>();

/** Loads the inputs of these fields, or those that most forms of records share. */
export async function loadInputs(product: Inputs = {}, fields?: readonly Field[]): Promise<void> {
  const names = listKinds(fields ?? []);
  const shares = !fields || usesShared(product, fields);
  await Promise.all([shares && loadShared(), ...names.map((name) => loadInput(byName.get(name) ?? product[name]))]);
}

/** Returns whether any of these fields has an input in `lazy-inputs.tsx`. */
const usesShared = (product: Inputs, fields: readonly Field[]): boolean =>
  fields.some(
    (field) =>
      !(byName.has(field.kind.name) || Object.hasOwn(product, field.kind.name)) ||
      isChosenFromRecords(product, field) ||
      usesShared(product, field.items ?? []),
  );

/** Loads an input once. A failed load (offline) is retried the next time. */
function loadInput(input: Input | undefined): Promise<void> | undefined {
  if (typeof input !== "function") return undefined;
  const cached = requests.get(input);
  if (cached) return cached;
  const request = input().then((definition) => void loaded.set(input, definition));
  requests.set(input, request);
  request.catch(() => requests.delete(input));
  return request;
}

const listKinds = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ kind, items }) => [kind.name, ...listKinds(items ?? [])]);

function loadShared(): Promise<void> {
  loading ??= import("./lazy-inputs.tsx").then(
    (module) => {
      for (const [name, skin] of nameInputs(module.inputs)) byName.set(name, skin);
      more = module.recordInput;
    },
    (error: unknown) => {
      // A failed load (offline) is retried the next time.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Returns the input of a kind, or undefined until it is loaded. */
function findInput(product: Inputs, name: string): InputDefinition | undefined {
  const input = byName.get(name) ?? product[name];
  return typeof input === "function" ? loaded.get(input) : input;
}
/** Returns whether the value is chosen from records or a reference list. */
export const isChosenFromRecords = (product: Inputs, field: Field): boolean =>
  field.ref !== undefined ||
  (field.options !== undefined &&
    "list" in field.options &&
    (field.options.facts !== undefined || findInput(product, field.kind.name)?.knows !== true));
/** Returns whether the inputs of all these fields are loaded. */
export const hasInputs = (product: Inputs, fields: readonly Field[]): boolean =>
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
export function selectInput(product: Inputs, field: Field): InputDefinition {
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
