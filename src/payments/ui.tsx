/**
 * React parts of the payment dialect: inputs of its kinds, loaded with the first form that needs them, and components
 * of its view types.
 */
import { coreViews, createViewPart, type LoadInputs, type ViewParts } from "@portolan/engine/ui";

/** Loads the inputs by kind, for `<EngineProvider>`. */
export const inputs: LoadInputs = () => import("./inputs/banking-inputs.tsx").then((module) => module.bankingInputs);

/** Components of the view types, by name, for `<EngineProvider>`. */
export const views = {
  ...coreViews,
  balances: createViewPart("balances", () => import("./views/Balances.tsx").then((module) => module.Balances)),
  faces: createViewPart("faces", () => import("./views/Faces.tsx").then((module) => module.Faces)),
  statement: createViewPart("statement", () => import("./views/Statement.tsx").then((module) => module.Statement)),
} satisfies ViewParts;
