/** Input of a telephone number: a select of the country code, and the number in national format. Also accepts a whole number with `+`. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { bind } from "../controls/bindings.ts";
import { type InputProps, useForm } from "../controls/model.tsx";
import { fullChecks, type PhoneBook } from "../base/full-checks.ts";
import { countryName } from "../kinds/names.ts";

/** Default country. */
const HOME = { country: "CN", dial: "86" };
const WHOLE = /^\s*(\+|＋|00)/;

export function PhoneInput({ leaf, aria, spec }: InputProps) {
  const { store, ports } = useForm();
  const book = usePhoneBook(spec.field.kind);
  const [country, setCountry] = useState(HOME.country);
  const chosen = useRef(country);
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(() => store.text(leaf));

  const choose = useCallback((next: string) => {
    chosen.current = next;
    setCountry(next);
  }, []);
  /** Shows the stored number in national format; the typed text when it cannot be parsed. */
  const show = useCallback(() => {
    const parts = typeof leaf.value === "string" && !leaf.raw ? book?.split(leaf.value) : undefined;
    if (parts) choose(parts.country);
    if (input.current) input.current.value = parts?.national ?? store.text(leaf);
  }, [book, leaf, store, choose]);
  useEffect(() => {
    if (document.activeElement !== input.current) show();
  }, [show]);

  const group = useCallback(
    (element: HTMLSpanElement) => {
      const read = (target: Element) => {
        if (target instanceof HTMLSelectElement) choose(target.value);
        const text = input.current?.value ?? "";
        const whole = WHOLE.test(text) ? undefined : book?.international(text, chosen.current);
        store.type(leaf, whole ?? text);
      };
      bind(element, { leaf, read, leave: show });
      return leaf.attach({ write: show, focus: () => input.current?.focus() });
    },
    [leaf, store, book, show, choose],
  );
  const countries = useMemo(() => {
    const codes = [...(book?.dialCodes ?? new Map([[HOME.country, HOME.dial]]))];
    const { compare } = new Intl.Collator(ports.lang === "zh" ? "zh-CN" : "en");
    return codes
      .map(([code, dial]) => ({ code, label: `${countryName(code, ports.lang)} +${dial}`, dial }))
      .sort((a, b) => compare(a.label, b.label));
  }, [book, ports.lang]);
  return (
    <span ref={group} className="pf-affix" data-group>
      <span className="pf-dial">
        <span aria-hidden>+{book?.dialCodes.get(country) ?? HOME.dial}</span>
        {/* Native: typing the first letters of a name finds it. */}
        <select
          id={`${aria.id}-c`}
          aria-label={ports.word("form.dialCode", { label: spec.label })}
          value={country}
          onChange={(event) => choose(event.target.value)}
        >
          {countries.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <input
        {...aria}
        ref={input}
        className="pf-control pf-figures"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder={spec.placeholder}
        defaultValue={first}
      />
    </span>
  );
}

/** Numbering plans, loaded after the form. Until then a lighter check applies; the server always has the full one. */
function usePhoneBook(kind: InputProps["leaf"]["field"]["kind"]): PhoneBook | undefined {
  const [book, setBook] = useState(fullChecks.phoneBook);
  useEffect(() => {
    let here = true;
    kind.prepare?.().then(
      () => here && setBook(fullChecks.phoneBook),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [kind]);
  return book;
}
