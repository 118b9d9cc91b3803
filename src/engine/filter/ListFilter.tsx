/** Filter for list fields by the values they contain: any or all of them. */
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { listFixedValues } from "../query/context.ts";
import { usePorts } from "../react/ports-context.tsx";
import { ChoiceFilter } from "./ChoiceFilter.tsx";
import type { FilterProps } from "./filter-props.ts";

const SEPARATOR = /[;；,，\n]/u;

export function ListFilter(props: FilterProps & { label: string }) {
  const { entity, field, filter, onChange, label } = props;
  const { t } = usePorts();
  const id = useId();
  const is = filter?.style === "is" && !filter.not ? filter : undefined;
  const [all, setAll] = useState(is?.all === true);
  const hold = (next: boolean) => {
    setAll(next);
    if (is) onChange({ style: "is", values: is.values, not: false, ...(next && { all: true }) });
  };
  const isFixed = listFixedValues(entity, field) !== undefined || Array.isArray(field.item?.schema.enum);
  return (
    <>
      {isFixed ? (
        <ChoiceFilter
          {...props}
          onChange={(next) => onChange(next?.style === "is" && all ? { ...next, all: true } : next)}
        />
      ) : (
        <Typed values={is?.values ?? []} label={label} onChange={(values) => onChange(buildFilter(values, all))} />
      )}
      <fieldset className="pt-choices">
        <legend className="sr-only">{t("filter.holds")}</legend>
        {[false, true].map((every) => (
          <label key={String(every)} className="pt-choice">
            <input type="radio" name={id} checked={all === every} onChange={() => hold(every)} />
            {t(every ? "filter.holdsAll" : "filter.holdsAny")}
          </label>
        ))}
      </fieldset>
    </>
  );
}

const buildFilter = (values: string[], all: boolean) =>
  values.length > 0 ? { style: "is" as const, values, not: false, ...(all && { all: true as const }) } : undefined;

interface TypedProps {
  values: readonly string[];
  label: string;
  onChange(values: string[]): void;
}
/** Input for values separated by commas or semicolons. Applies on blur and on Enter. */
function Typed({ values, label, onChange }: TypedProps) {
  const { t } = usePorts();
  const known = values.join("; ");
  const [text, setText] = useState(known);
  useEffect(() => setText(known), [known]);
  const apply = () => {
    const wanted = [...new Set(text.split(SEPARATOR).map((part) => part.trim()))].filter((part) => part !== "");
    if (wanted.join("; ") !== known) onChange(wanted);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    apply();
  };
  return (
    <input
      className="pt-control"
      aria-label={label}
      placeholder={t("filter.holdsHow")}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={enter}
    />
  );
}
