/** The half of the payment dialect that runs in the browser too: settings and kinds. */
import { coreKinds, createRuntime } from "../engine/index.ts";
import { kinds } from "./kinds/index.ts";
import { settings } from "./settings.ts";

export const { hydrate, kind } = createRuntime({ ...settings, kinds: [...kinds, ...coreKinds] });
