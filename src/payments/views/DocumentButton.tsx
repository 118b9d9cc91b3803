/** Button that fetches a document. It is disabled while the request runs, and a failure is shown as a toast. */
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { readMessage, usePorts } from "@portolan/engine/ui";

interface DocumentButtonProps {
  icon: LucideIcon;
  label: string;
  /** Fetches the document. May throw. */
  run(): Promise<void>;
}

export function DocumentButton({ icon: Icon, label, run }: DocumentButtonProps) {
  const ports = usePorts();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await run();
    } catch (failure) {
      ports.notify("danger", readMessage(failure) || ports.t("list.failed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="btn py-paper-button" disabled={busy} onClick={() => void start()}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span>{label}</span>
    </button>
  );
}
