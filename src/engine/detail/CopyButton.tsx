/** Buttons that copy a value or a whole section and show the result for a second. */
import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { copyText } from "../base/copy-text.ts";

const RESULT_MS = 1_000;

type CopyResult = "copied" | "notCopied" | undefined;

/**
 * Returns the result of the last copy, which expires after `RESULT_MS`, its icon, and the function that copies.
 */
function useCopy(value: string) {
  const { t } = usePorts();
  const [result, setResult] = useState<CopyResult>();
  useEffect(() => {
    if (!result) return undefined;
    const timer = setTimeout(() => setResult(undefined), RESULT_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    void copyText(value).then(
      () => setResult("copied"),
      () => setResult("notCopied"),
    );
  return { result, copy, Icon: result === "copied" ? Check : result ? X : Copy, t };
}

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { result, copy, Icon, t } = useCopy(value);
  return (
    <button
      type="button"
      className="pd-copy"
      data-said={result}
      aria-label={result ? t(`detail.${result}`) : t("detail.copy", { label })}
      onClick={copy}
    >
      <Icon size={14} strokeWidth={result ? 2 : 1.5} aria-hidden />
    </button>
  );
}

/** Button with a visible label that copies all lines of a section at once. */
export function CopyAll({ value, label }: { value: string; label: string }) {
  const { result, copy, Icon, t } = useCopy(value);
  return (
    <button type="button" className="btn pd-copy-all" data-small data-said={result} onClick={copy}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span aria-live="polite">{t(result ? `detail.${result}` : "detail.copyAll", { label })}</span>
    </button>
  );
}
