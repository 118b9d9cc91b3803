/** Button that downloads a file of a record. */
import { Download } from "lucide-react";
import { usePorts } from "../react/ports-context.tsx";

export function FileLink({ id, name, label }: { id: string; name: string | undefined; label: string }) {
  const ports = usePorts();
  const { t } = ports;
  const shown = name ?? t("detail.file");
  const open = () =>
    ports
      .openFile?.(id)
      .catch((failure: { message?: string }) => ports.notify("danger", failure.message || t("detail.fileFailed")));
  return (
    <button
      type="button"
      className="pd-link"
      aria-label={`${t("detail.download", { label })} ${shown}`}
      onClick={() => void open()}
    >
      <Download size={16} strokeWidth={1.5} aria-hidden />
      {shown}
    </button>
  );
}
