import { TextControl } from "../controls/TextControl.tsx";
import type { InputProps } from "../controls/model.tsx";

/**
 * Text input followed by `%`.
 * @example
 * const skin = { Input: PercentInput };
 */
export function PercentInput(props: InputProps) {
  return (
    <span className="pf-affix">
      <TextControl {...props} attributes={{ inputMode: "decimal", className: "pf-control pf-amount" }} />
      <span className="pf-iso" aria-hidden>
        %
      </span>
    </span>
  );
}
