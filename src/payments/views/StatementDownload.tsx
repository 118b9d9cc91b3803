/** Button that downloads the statement of the period as a PDF with a check code. */
import { FileText } from "lucide-react";
import { usePorts } from "@portolan/engine/ui";
import { DocumentButton } from "./DocumentButton.tsx";

/** Downloads the statement document of a period. `paper` is the entity of the document, and `number` is its key. */
export function StatementDownload({ paper, number }: { paper: string; number: string }) {
  const ports = usePorts();
  const download = async () => {
    const { calls } = await ports.entity(paper);
    if (calls.export) await ports.download(calls.export, { ids: number, format: "pdf" });
  };
  return <DocumentButton icon={FileText} label={ports.t("receipt.download")} run={download} />;
}
