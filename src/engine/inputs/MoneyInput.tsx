/**
 * Input for an amount with its currency code. Digits are grouped except while the input has the focus. Text that cannot
 * be parsed is kept and reported.
 */
import { useEffect } from "react";
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { useSpelledAmount } from "../react/use-spelled-amount.tsx";

export function MoneyInput(props: InputProps) {
  useWords(props);
  return (
    <span className="pf-affix">
      <TextControl {...props} grouped attributes={{ inputMode: "decimal", className: "pf-control pf-amount" }} />
      <span className="pf-iso">{props.view.unit}</span>
    </span>
  );
}

/** Says the amount in words below the input, for a currency and a language in which users write them. */
function useWords({ leaf, view: { unit, value }, inCell }: InputProps): void {
  const { lang, dialect } = useForm().ports;
  const { spellAmount } = dialect;
  const isSpelled = !inCell && spellAmount?.lang === lang && unit === spellAmount.currency;
  if (isSpelled) leaf.follow();
  const words = useSpelledAmount(isSpelled && !leaf.raw && typeof value === "string" ? value : undefined, unit);
  useEffect(() => {
    if (isSpelled) leaf.publish({ lookupText: words || undefined });
  }, [leaf, isSpelled, words]);
}
