/** Buttons that copy a value or a whole section. They show the result of the copy for a second. */
import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { copyText } from "../base/copy-text.ts";

const SAID_MS = 1_000;

type Said = "copied" | "notCopied" | undefined;

/** Returns the result of the last copy, which expires after `SAID_MS`, and the function that copies. */
function useCopy(value: string): [Said, () => void] {
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [
    said,
    () =>
      void copyText(value).then(
        () => setSaid("copied"),
        () => setSaid("notCopied"),
      ),
  ];
}

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { word } = usePorts();
  const [said, copy] = useCopy(value);
  const Icon = said === "copied" ? Check : said ? X : Copy;
  return (
    <button
      type="button"
      className="pd-copy"
      data-said={said}
      aria-label={said ? word(`detail.${said}`) : word("detail.copy", { label })}
      onClick={copy}
    >
      <Icon size={14} strokeWidth={said ? 2 : 1.5} aria-hidden />
    </button>
  );
}

/** Button with a visible label that copies all lines of a section at once. */
export function CopyAll({ value, label }: { value: string; label: string }) {
  const { word } = usePorts();
  const [said, copy] = useCopy(value);
  const Icon = said === "copied" ? Check : said ? X : Copy;
  return (
    <button type="button" className="btn pd-copy-all" data-small data-said={said} onClick={copy}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span aria-live="polite">{word(said ? `detail.${said}` : "detail.copyAll", { label })}</span>
    </button>
  );
}
