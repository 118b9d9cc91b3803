/** The part of the payment dialect that also runs in the browser: settings and kinds. */
import { coreKinds, createRuntime } from "@portolan/engine";
import { kinds } from "./kinds/index.ts";
import { settings } from "./settings.ts";

export const { hydrate, kind } = createRuntime({ ...settings, kinds: [...kinds, ...coreKinds] });
