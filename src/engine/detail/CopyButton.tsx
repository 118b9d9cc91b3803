/** Buttons that copy a value or a whole section and show the result for a second. */
import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { copyText } from "../base/copy-text.ts";

const SAID_MS = 1_000;

type LocalizedMessage = "copied" | "notCopied" | undefined;

/** Returns the result of the last copy, which expires after `SAID_MS`, and the function that copies. */
function useCopy(value: string): [LocalizedMessage, () => void] {
  const [message, setMessage] = useState<LocalizedMessage>();
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(() => setMessage(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [
    message,
    () =>
      void copyText(value).then(
        () => setMessage("copied"),
        () => setMessage("notCopied"),
      ),
  ];
}

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = usePorts();
  const [message, copy] = useCopy(value);
  const Icon = message === "copied" ? Check : message ? X : Copy;
  return (
    <button
      type="button"
      className="pd-copy"
      data-said={message}
      aria-label={message ? t(`detail.${message}`) : t("detail.copy", { label })}
      onClick={copy}
    >
      <Icon size={14} strokeWidth={message ? 2 : 1.5} aria-hidden />
    </button>
  );
}

/** Button with a visible label that copies all lines of a section at once. */
export function CopyAll({ value, label }: { value: string; label: string }) {
  const { t } = usePorts();
  const [message, copy] = useCopy(value);
  const Icon = message === "copied" ? Check : message ? X : Copy;
  return (
    <button type="button" className="btn pd-copy-all" data-small data-said={message} onClick={copy}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span aria-live="polite">{t(message ? `detail.${message}` : "detail.copyAll", { label })}</span>
    </button>
  );
}
