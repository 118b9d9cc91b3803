/** Inputs for kinds that few schemas use. */
import { ChoicesInput } from "./ChoicesInput.tsx";
import { FilesInput } from "./FilesInput.tsx";
import { LinkInput } from "./LinkInput.tsx";
import { SealedInput } from "./SealedInput.tsx";
import type { InputDefinition } from "./input-definition.tsx";
import { TagsInput } from "./TagsInput.tsx";
import { TimeInput } from "./TimeInput.tsx";

export const inputs = {
  time: { Input: TimeInput },
  link: { Input: LinkInput },
  tags: { Input: TagsInput },
  files: { Input: FilesInput, follows: true },
  sealed: { Input: SealedInput, follows: true },
  choices: { Input: ChoicesInput, group: () => true },
} satisfies Record<string, InputDefinition>;
