/** Button that downloads the invalid rows of the user's file with the reason in the first column. */
import { FileDown } from "lucide-react";
import { type FailedRow, buildErrorSheet } from "./error-file.ts";
import type { ImportModel } from "./use-import.tsx";
import { webZip } from "./web-zip.ts";
import { writeSheetFile } from "./write.ts";

export function ErrorFileButton({ model, failing }: { model: ImportModel; failing: readonly FailedRow[] }) {
  const { ports, opened, entity } = model;
  const { t } = ports;
  if (!opened) return null;
  const save = async () => {
    const sheet = buildErrorSheet({ sheet: opened.sheet, header: opened.header, columns: opened.columns }, failing, {
      reason: t("import.reasonColumn"),
      line: t("import.lineColumn"),
      colon: t("form.colon"),
      stop: t("import.stop"),
      field: (column) => entity.label(column, ports.lang),
    });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of writeSheetFile(sheet, webZip, ports.now())) parts.push(new Uint8Array(part));
    const url = URL.createObjectURL(
      new Blob(parts, { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }),
    );
    const link = document.createElement("a");
    link.href = url;
    link.download = `${opened.name.replace(/\.\w+$/, "")}_${t("import.errorFileName")}.xlsx`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <button type="button" className="btn" data-small onClick={() => void save()}>
      <FileDown size={16} strokeWidth={1.5} aria-hidden />
      {t("import.errorFile", { count: failing.length })}
    </button>
  );
}
