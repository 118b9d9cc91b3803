/** One side of the exchange: currency, amount, and a line below that is always there. Figures are grouped while they are only read. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "../../client/i18n.ts";
import { ungroup } from "../../engine/index.ts";
import type { Side } from "./amount.ts";
import type { Choice } from "./choices.ts";

interface Props {
  side: Side;
  /** What stands in the box, plain while it is edited. */
  text: string;
  /** The same in groups. */
  grouped: string;
  currency: string;
  currencies: readonly Choice[];
  error?: string | undefined;
  /** The amount follows from the other side and is being asked for. */
  waiting: boolean;
  /** The line below where nothing is wrong. */
  below: ReactNode;
  onText(text: string): void;
  onCurrency(code: string): void;
  onEnter(): void;
}

export function AmountBox({
  side,
  text,
  grouped,
  currency,
  currencies,
  error,
  waiting,
  below,
  onText,
  onCurrency,
  onEnter,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // What the person typed stands in the DOM; it is written only when something else changed the amount.
  const typed = useRef(text);
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    if (document.activeElement !== box) box.value = grouped;
    else if (text !== typed.current) box.value = typed.current = text;
  }, [text, grouped]);
  const enter = () => {
    const box = input.current;
    if (!box) return;
    // After the click or Tab that brought the focus has put the caret where it belongs.
    requestAnimationFrame(() => {
      if (document.activeElement !== box || !box.value.includes(",")) return;
      const plain = ungroup(box.value, box.selectionStart ?? 0, box.selectionEnd ?? 0);
      box.value = plain.text;
      box.setSelectionRange(plain.start, plain.end);
    });
  };
  return (
    <div className="sw-side" data-invalid={error ? "" : undefined} data-waiting={waiting || undefined}>
      <div className="sw-side-head">
        <label htmlFor={`${id}-amount`}>{t(`swap.${side}`)}</label>
        <span className="sw-select">
          <select
            className="pf-control pf-select"
            aria-label={t(`swap.${side}Currency`)}
            value={currency}
            onChange={(event) => onCurrency(event.target.value)}
          >
            {currencies.map(({ code, name, note, closed }) => (
              <option key={code} value={code} disabled={closed}>
                {code} {name}
                {note && ` · ${note}`}
              </option>
            ))}
          </select>
          <span className="pf-caret" aria-hidden />
        </span>
      </div>
      <p className="sw-amount">
        <input
          ref={input}
          id={`${id}-amount`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          defaultValue={grouped}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => {
            typed.current = event.target.value;
            onText(event.target.value);
          }}
          onFocus={enter}
          onBlur={() => {
            if (input.current!.value !== grouped) input.current!.value = grouped;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            onEnter();
          }}
        />
        <span className="pf-iso">{currency}</span>
      </p>
      <p className="sw-below" id={`${id}-below`} data-error={error ? "" : undefined}>
        {error ?? below}
      </p>
    </div>
  );
}
