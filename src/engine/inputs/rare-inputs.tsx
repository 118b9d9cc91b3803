/** Inputs of kinds that few schemas have. */
import { LinkInput } from "./LinkInput.tsx";
import type { Skin } from "./skin.tsx";
import { TimeInput } from "./TimeInput.tsx";

export const skins = {
  time: { Input: TimeInput },
  link: { Input: LinkInput },
} satisfies Record<string, Skin>;
