/**
 * Inputs for both ends of a range in the filter form, with an error message and an apply button. Handles Enter itself
 * because forms cannot be nested.
 */
import type { KeyboardEvent, ReactNode } from "react";
import { usePorts } from "../react/ports-context.tsx";

interface RangeInputsProps {
  label: string;
  /** Current text of both inputs. */
  ends: readonly [from: string, to: string];
  onFrom(text: string): void;
  onTo(text: string): void;
  /** Placeholder of both inputs. Default: the localised "from" and "to". */
  placeholder?: string;
  inputMode: "decimal" | "numeric";
  /** Message shown when an input cannot be parsed. */
  error: string | undefined;
  onApply(): void;
  /** Presets above the inputs. */
  children?: ReactNode;
}
export function RangeInputs({
  label,
  ends: [from, to],
  onFrom,
  onTo,
  placeholder,
  inputMode,
  error,
  onApply,
  children,
}: RangeInputsProps) {
  const { t } = usePorts();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    // Prevents Enter from submitting the filter form.
    event.preventDefault();
    onApply();
  };
  const input = (name: string, text: string, onText: (text: string) => void) => (
    <input
      className="pt-control"
      inputMode={inputMode}
      placeholder={placeholder ?? name}
      aria-label={`${label} ${name}`}
      value={text}
      aria-invalid={error !== undefined || undefined}
      onChange={(event) => onText(event.target.value)}
    />
  );
  return (
    <div className="pt-range" role="presentation" onKeyDown={onKeyDown}>
      {children}
      <div className="pt-range-ends">
        {input(t("list.from"), from, onFrom)}
        <span aria-hidden>–</span>
        {input(t("list.to"), to, onTo)}
      </div>
      {error !== undefined && (
        <p className="pt-wrong" role="alert">
          {error}
        </p>
      )}
      <button type="button" className="btn" data-main data-small onClick={onApply}>
        {t("list.apply")}
      </button>
    </div>
  );
}
