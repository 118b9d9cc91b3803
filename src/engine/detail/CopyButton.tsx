/** Copies a value; a tick for a second says that it did. */
import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { usePorts } from "../ports-context.tsx";

const SAID_MS = 1_000;

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { word } = usePorts();
  const [said, setSaid] = useState<"copied" | "notCopied">();
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => copyText(value).then(() => setSaid("copied"), () => setSaid("notCopied"));
  const Icon = said === "copied" ? Check : said ? X : Copy;
  return (
    <button type="button" className="pd-copy" data-said={said} aria-label={said ? word(`detail.${said}`) : word("detail.copy", { label })} onClick={() => void copy()}>
      <Icon size={14} strokeWidth={said ? 2 : 1.5} aria-hidden />
    </button>
  );
}

/** Without TLS a page has no clipboard of its own; selecting and copying still works there. Rejects when neither does. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  // Beside the button: a dialog keeps the focus within itself.
  const before = document.activeElement as HTMLElement | null;
  (before?.parentElement ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  if (!done) throw new Error("nothing was copied");
}
