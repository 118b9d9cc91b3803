/** Input for a day as YYYY-MM-DD, typed or chosen from a calendar in the page's language. */
import { useRef } from "react";
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { addDays } from "../kinds/dates.ts";
import { readText } from "../kinds/shared.ts";
import { DayButton } from "./DayButton.tsx";

export function DateInput(props: InputProps) {
  const { leaf, spec } = props;
  const { store } = useForm();
  const anchor = useRef<HTMLSpanElement>(null);
  const [above, below] = [
    readText(spec.field, "formatExclusiveMinimum"),
    readText(spec.field, "formatExclusiveMaximum"),
  ];
  const min = readText(spec.field, "formatMinimum") ?? (above && addDays(above, 1));
  const max = readText(spec.field, "formatMaximum") ?? (below && addDays(below, -1));
  const choose = (day: string) => {
    store.set(leaf, day);
    leaf.control?.write();
    store.blur(leaf);
  };
  return (
    <span className="pf-affix pf-holds" ref={anchor}>
      <TextControl
        {...props}
        spec={{ ...spec, placeholder: spec.placeholder ?? "YYYY-MM-DD" }}
        attributes={{ inputMode: "numeric", maxLength: 24 }}
      />
      <DayButton
        label={spec.label}
        anchor={anchor}
        value={() => (typeof leaf.value === "string" ? leaf.value : undefined)}
        min={min}
        max={max}
        onChoose={choose}
      />
    </span>
  );
}
