/** Copies a value; a tick for a second says that it did. */
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { usePorts } from "../ports-context.tsx";

const SAID_MS = 1_000;

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { word } = usePorts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <button type="button" className="pd-copy" aria-label={copied ? word("detail.copied") : word("detail.copy", { label })} onClick={() => void copy()}>
      {copied ? <Check size={14} strokeWidth={2} aria-hidden /> : <Copy size={14} strokeWidth={1.5} aria-hidden />}
    </button>
  );
}
