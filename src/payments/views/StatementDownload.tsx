/** Button that downloads the statement of the period as a PDF with a check code. */
import { FileText } from "lucide-react";
import { useState } from "react";
import { readMessage, usePorts } from "../../engine/ui.tsx";

/** `paper`: entity of the statements. `number`: key of the period's one. */
export function DownloadStatement({ paper, number }: { paper: string; number: string }) {
  const ports = usePorts();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { calls } = await ports.entity(paper);
      if (calls.export) await ports.download(calls.export, { ids: number, format: "pdf" });
    } catch (failure) {
      ports.notify("danger", readMessage(failure) || ports.t("list.failed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="btn py-paper-button" disabled={busy} onClick={() => void download()}>
      <FileText size={16} strokeWidth={1.5} aria-hidden />
      <span>{ports.t("receipt.download")}</span>
    </button>
  );
}
