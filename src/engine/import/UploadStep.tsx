/** Upload step: drop zone, file input, template and file limits. */
import { Download, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import type { CallPlan } from "../model/entity.ts";
import { readMessage } from "../operation/refusals.ts";
import { usePorts } from "../react/ports-context.tsx";
import { describeLimits } from "./import-api.ts";
import type { ImportModel } from "./use-import.tsx";

export function UploadStep({ model }: { model: ImportModel }) {
  const { entity, reading } = model;
  const { t } = model.ports;
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && reading === undefined) model.open(file);
  };
  return (
    <div className="pi-card">
      <div
        className="pi-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp size={28} strokeWidth={1.5} aria-hidden />
        {reading === undefined ? (
          <FileChoice onOpen={model.open} />
        ) : (
          <Reading name={reading} onCancel={model.cancel} />
        )}
        <p className="pi-hint">{t("import.limits", describeLimits(entity))}</p>
      </div>
      <Template call={entity.calls["template"]} />
    </div>
  );
}

function FileChoice({ onOpen }: { onOpen(file: File): void }) {
  const { t } = usePorts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p>{t("import.drop")}</p>
      <button type="button" className="btn" data-main onClick={() => input.current?.click()}>
        {t("import.choose")}
      </button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("import.choose")}
        accept=".xlsx,.xls,.csv"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows selecting the same file again after correcting it.
          event.target.value = "";
          if (file) onOpen(file);
        }}
      />
    </>
  );
}

function Reading({ name, onCancel }: { name: string; onCancel(): void }) {
  const { t } = usePorts();
  const text = t("import.reading", { name });
  return (
    <>
      <p role="status">{text}</p>
      <progress aria-label={text} />
      <button type="button" className="btn" onClick={onCancel}>
        {t("form.cancel")}
      </button>
    </>
  );
}

/** Download link of the template. Renders nothing for an entity without one. */
function Template({ call }: { call: CallPlan | undefined }) {
  const ports = usePorts();
  const { t } = ports;
  const [failure, setFailure] = useState<string>();
  if (!call) return null;
  const download = () => {
    setFailure(undefined);
    ports.download(call).catch((error: unknown) => setFailure(readMessage(error) || t("import.failed")));
  };
  return (
    <>
      <div className="pi-template">
        <p>{t("import.templateHelp")}</p>
        <button type="button" className="btn" onClick={download}>
          <Download size={16} strokeWidth={1.5} aria-hidden />
          {t("import.template")}
        </button>
      </div>
      {failure && (
        <p className="pi-wrong" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
