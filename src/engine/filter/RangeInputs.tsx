/** Groups the two inputs of a range inside the filter form. Handles Enter itself, because forms cannot nest. */
import type { KeyboardEvent, ReactNode } from "react";

export function RangeInputs({ onApply, children }: { onApply(): void; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    // Otherwise Enter would submit the filter form.
    event.preventDefault();
    onApply();
  };
  return (
    <div className="pt-range" role="presentation" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
