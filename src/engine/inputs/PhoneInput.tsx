/**
 * Input for a phone number: a select for the calling code, and the number in national format. Full numbers with `+` are
 * accepted as well.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { bind } from "../controls/bindings.ts";
import { type InputProps, useForm } from "../controls/model.tsx";
import { fullChecks, type PhoneBook } from "../base/full-checks.ts";
import { formatCountry } from "../kinds/names.ts";

/** Default country and its calling code. */
const HOME = { country: "CN", dial: "86" };
const WHOLE = /^\s*(\+|＋|00)/;

export function PhoneInput({ leaf, aria, spec }: InputProps) {
  const { store } = useForm();
  const book = usePhoneBook(spec.field.kind);
  const [country, setCountry] = useState(HOME.country);
  const chosen = useRef(country);
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(() => store.text(leaf));

  const choose = useCallback((next: string) => {
    chosen.current = next;
    setCountry(next);
  }, []);
  /** Shows the stored number in national format, or the typed text when it cannot be parsed. */
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
  return (
    <span ref={group} className="pf-affix" data-group>
      <DialCode id={`${aria.id}-c`} label={spec.label} book={book} country={country} onChoose={choose} />
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

interface DialCodeProps {
  id: string;
  label: string;
  book: PhoneBook | undefined;
  country: string;
  onChoose(country: string): void;
}
function DialCode({ id, label, book, country, onChoose }: DialCodeProps) {
  const { t } = useForm().ports;
  const countries = useCountries(book);
  return (
    <span className="pf-dial">
      <span aria-hidden>+{book?.dialCodes.get(country) ?? HOME.dial}</span>
      {/* A native select, in which typing the first letters of a name finds it. */}
      <select
        id={id}
        aria-label={t("form.dialCode", { label })}
        value={country}
        onChange={(event) => onChoose(event.target.value)}
      >
        {countries.map(({ code, label: name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/**
 * Returns the countries with their calling codes sorted by name, or only the default one until the numbering plans are
 * loaded.
 */
function useCountries(book: PhoneBook | undefined) {
  const { lang } = useForm().ports;
  return useMemo(() => {
    const codes = [...(book?.dialCodes ?? new Map([[HOME.country, HOME.dial]]))];
    const { compare } = new Intl.Collator(lang);
    return codes
      .map(([code, dial]) => ({ code, label: `${formatCountry(code, lang)} +${dial}`, dial }))
      .sort((a, b) => compare(a.label, b.label));
  }, [book, lang]);
}

/**
 * Loads the numbering plans after the form. Before they are loaded, a lighter check applies; the server always uses the
 * full check.
 */
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
