/**
 * One side of the exchange: currency, amount, and a line of fixed height below. The amount is grouped while the input
 * is not focused.
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "@portolan/engine/app";
import { ungroup } from "@portolan/engine";
import type { Side } from "./amount.ts";
import type { Choice } from "./choices.ts";

interface Props {
  side: Side;
  /** Text of the input, without grouping, for editing. */
  text: string;
  /** Text of the input with digit grouping. */
  grouped: string;
  currency: string;
  currencies: readonly Choice[];
  error?: string | undefined;
  /** Whether the amount is derived from the other side and its quote is loading. */
  waiting: boolean;
  /** Content of the line below, when there is no error. */
  below: ReactNode;
  onText(text: string): void;
  onCurrency(code: string): void;
  onEnter(): void;
}

export function AmountBox(props: Props) {
  const { side, currency, error, waiting, below } = props;
  const id = useId();
  return (
    <div className="sw-side" data-invalid={error ? "" : undefined} data-waiting={waiting || undefined}>
      <div className="sw-side-head">
        <label htmlFor={`${id}-amount`}>{t(`swap.${side}`)}</label>
        <CurrencySelect {...props} />
      </div>
      <p className="sw-amount">
        <AmountInput {...props} id={id} />
        <span className="pf-iso">{currency}</span>
      </p>
      <p className="sw-below" id={`${id}-below`} data-error={error ? "" : undefined}>
        {error ?? below}
      </p>
      <ClosedCurrencies {...props} />
    </div>
  );
}

/** Currencies that cannot be selected, folded, by the reason why. */
function ClosedCurrencies({ currencies }: Props) {
  const closed = currencies.filter((choice) => choice.closed);
  if (closed.length === 0) return null;
  const reasons = [...new Set(closed.map(({ note }) => note))];
  return (
    <details className="sw-closed">
      <summary>{t("swap.closedCurrencies", { count: closed.length })}</summary>
      <dl>
        {reasons.map((reason) => (
          <div key={reason}>
            <dt>{reason}</dt>
            <dd>{closed.flatMap(({ code, note }) => (note === reason ? code : [])).join(" ")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Transparent select over the text of its current option, which shows the balance only where it fits. */
function CurrencySelect({ side, currency, currencies, onCurrency }: Props) {
  const chosen = currencies.find(({ code }) => code === currency);
  const offered = currencies.filter((choice) => !choice.closed || choice === chosen);
  return (
    <span className="sw-select">
      <span className="pf-control sw-chosen" aria-hidden>
        {currency} {chosen?.name}
        {chosen?.note && <span> · {chosen.note}</span>}
      </span>
      <select
        aria-label={t(`swap.${side}Currency`)}
        value={currency}
        onChange={(event) => onCurrency(event.target.value)}
      >
        {offered.map(({ code, name, note, closed }) => (
          <option key={code} value={code} disabled={closed}>
            {code} {name}
            {note && ` · ${note}`}
          </option>
        ))}
      </select>
      <span className="pf-caret" aria-hidden />
    </span>
  );
}

/** Amount input. Uncontrolled while the user types; updated only when the amount changes by other means. */
function AmountInput({ id, text, grouped, error, onText, onEnter }: Props & { id: string }) {
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef(text);
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    if (document.activeElement !== box) box.value = grouped;
    else if (text !== typed.current) box.value = typed.current = text;
  }, [text, grouped]);
  return (
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
      onFocus={(event) => ungroupSoon(event.currentTarget)}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value !== grouped) currentTarget.value = grouped;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

/** Removes the grouping, after the click or Tab that focused the input has placed the caret. Keeps the selection. */
function ungroupSoon(box: HTMLInputElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== box || !box.value.includes(",")) return;
    const plain = ungroup(box.value, box.selectionStart ?? 0, box.selectionEnd ?? 0);
    box.value = plain.text;
    box.setSelectionRange(plain.start, plain.end);
  });
}
