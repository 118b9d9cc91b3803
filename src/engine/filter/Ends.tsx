/** The box of a range's ends inside the filter row. No form of its own: forms do not nest, and the row is one. */
import type { KeyboardEvent, ReactNode } from "react";

export function Ends({ onApply, children }: { onApply(): void; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    // Enter in an input would submit the row.
    event.preventDefault();
    onApply();
  };
  return (
    <div className="pt-range" role="presentation" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
