/** Filter by a numeric range. If a bound cannot be parsed, shows an error and applies neither bound. */
import { useState } from "react";
import { buildKindContext } from "../entity/values.ts";
import { usePorts } from "../react/ports-context.tsx";
import { RangeInputs } from "./RangeInputs.tsx";
import type { FilterProps } from "./filter-props.ts";

export function RangeFilter({
  entity,
  field,
  filter,
  onChange,
  label,
  close,
}: FilterProps & { label: string; close(): void }) {
  const { t, lang } = usePorts();
  const range = filter?.style === "range" ? filter : undefined;
  const [from, setFrom] = useState(range?.from ?? "");
  const [to, setTo] = useState(range?.to ?? "");
  const [wrong, setWrong] = useState(false);
  const read = (text: string): string | undefined | false => {
    if (text.trim() === "") return undefined;
    const { kind } = field;
    const context = buildKindContext(entity, field, lang);
    const parsed = kind.parse(text, context);
    // Use the kind's edit format, because the input shows it when reopened.
    return parsed.ok ? (kind.edit?.(parsed.value, context) ?? String(parsed.value)) : false;
  };
  const apply = () => {
    const [low, high] = [read(from), read(to)];
    if (low === false || high === false) return setWrong(true);
    onChange(low === undefined && high === undefined ? undefined : { style: "range", from: low, to: high });
    close();
  };
  return (
    <RangeInputs
      label={label}
      ends={[from, to]}
      onFrom={setFrom}
      onTo={setTo}
      inputMode="decimal"
      error={wrong ? t("list.wrongValue") : undefined}
      onApply={apply}
    />
  );
}
