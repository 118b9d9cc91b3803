/** Sentence beside an option: what choosing it leads to, for the form's current values and facts. */
import { useEffect, useState } from "react";
import { describeOutcome } from "../entity/option-outcome.ts";
import type { LeafNode } from "../form-store/nodes.ts";
import type { OptionPlan } from "../model/entity.ts";
import { useForm } from "./model.tsx";

export interface OptionOutcomeProps {
  leaf: LeafNode;
  option: OptionPlan;
}
export function OptionOutcome({ leaf, option }: OptionOutcomeProps) {
  const { store, entity, ports } = useForm();
  const [text, setText] = useState<string>();
  useEffect(() => {
    const read = () => {
      const known = { record: store.record(), contexts: store.contexts, lang: ports.lang };
      setText(describeOutcome(entity, leaf.field, option, known));
    };
    read();
    return store.watch(read);
  }, [store, entity, ports, leaf, option]);
  return text;
}
