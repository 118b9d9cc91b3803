/**
 * Select for a small fixed set of values: radio buttons for up to three (except in table cells), otherwise a native
 * select.
 */
import { useCallback, useState } from "react";
import { bind } from "./bindings.ts";
import type { OptionPlan } from "../model/entity.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { type InputProps, useForm } from "./model.tsx";

export interface Choice {
  value: unknown;
  label: string;
  /** The schema's option, which may have a sentence about its outcome. */
  option?: OptionPlan | undefined;
}
export interface SelectProps extends InputProps {
  choices: readonly Choice[];
}
const MAX_RADIO_OPTIONS = 3;

/** Loaded with the first field whose options have outcomes. */
const OptionOutcome = createLazyPart(
  () => import("./OptionOutcome.tsx").then((module) => module.OptionOutcome),
  () => null,
);

/** Returns the DOM value of a choice. It is the index, since values need not be strings. */
const toDomValue = (choices: readonly Choice[], value: unknown): string => {
  const index = choices.findIndex((choice) => choice.value === value);
  return index < 0 ? "" : String(index);
};

export function SelectControl(props: SelectProps) {
  return props.choices.length <= MAX_RADIO_OPTIONS && !props.inCell ? (
    <RadioControl {...props} />
  ) : (
    <NativeSelect {...props} />
  );
}

export function NativeSelect({ leaf, aria, spec, choices }: SelectProps) {
  const { store, ports } = useForm();
  const [first] = useState(() => toDomValue(choices, leaf.value));
  const ref = useCallback(
    (select: HTMLSelectElement) => {
      bind(select, { leaf, read: () => store.set(leaf, choices[Number(select.value || "-1")]?.value) });
      return leaf.attach({
        write: () => {
          select.value = toDomValue(choices, leaf.value);
        },
        focus: () => select.focus(),
      });
    },
    [leaf, store, choices],
  );
  return (
    <span className="pf-combo pf-listed">
      <select {...aria} ref={ref} className="pf-control pf-select" defaultValue={first}>
        <option value="">{spec.placeholder ?? ports.t("form.choose")}</option>
        {choices.map((choice, index) => (
          <option key={index} value={index}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

export function RadioControl({ leaf, aria, choices }: SelectProps) {
  const { store } = useForm();
  const [first] = useState(() => toDomValue(choices, leaf.value));
  const { "aria-describedby": describedBy, "aria-invalid": invalid, "aria-required": required } = aria;
  const ref = useCallback(
    (group: HTMLDivElement) => {
      const inputs = () => [...group.querySelectorAll("input")];
      bind(group, {
        leaf,
        read: (target) => target instanceof HTMLInputElement && store.set(leaf, choices[Number(target.value)]?.value),
      });
      return leaf.attach({
        write: () => {
          const value = toDomValue(choices, leaf.value);
          for (const input of inputs()) input.checked = input.value === value;
        },
        focus: () => (inputs().find((input) => input.checked) ?? inputs()[0])?.focus(),
      });
    },
    [leaf, store, choices],
  );
  return (
    <div
      ref={ref}
      id={aria.id}
      className="pf-radios"
      role="radiogroup"
      data-group
      aria-labelledby={`${aria.id}-l`}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={required}
    >
      {choices.map(({ label, option }, index) => {
        const outcome = option?.outcome ? `${aria.id}-o${index}` : undefined;
        const radio = (
          <label key={index} className="pf-radio">
            <input
              type="radio"
              name={aria.id}
              value={index}
              defaultChecked={first === String(index)}
              aria-describedby={outcome}
            />
            <span>{label}</span>
          </label>
        );
        if (!option || outcome === undefined) return radio;
        return (
          <div key={index} className="pf-radio-line">
            {radio}
            <span id={outcome} className="pf-radio-outcome">
              <OptionOutcome leaf={leaf} option={option} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
