/** Text filter that matches part of a value. Applies on blur and on Enter. */
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { FilterProps } from "./filter-props.ts";

export function TextFilter({ filter, onChange, label }: FilterProps & { label: string }) {
  const id = useId();
  const requested = filter?.style === "contains" ? filter.text : "";
  const [text, setText] = useState(requested);
  useEffect(() => setText(requested), [requested]);
  const apply = () => {
    const wanted = text.trim();
    if (wanted !== requested) onChange(wanted ? { style: "contains", text: wanted } : undefined);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    apply();
  };
  return (
    <div className="pt-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="pt-control"
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={enter}
      />
    </div>
  );
}
