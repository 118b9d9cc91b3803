/** Upload step: drop zone, file input, template and the limits of a file. */
import { Download, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import type { CallPlan } from "../model/entity.ts";
import { messageOf } from "../operation/refusals.ts";
import type { ImportModel } from "./use-import.tsx";

export function UploadStep({ model }: { model: ImportModel }) {
  const { ports, entity, reading } = model;
  const { word } = ports;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState<string>();
  const template = entity.calls["template"];
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && reading === undefined) model.open(file);
  };
  const download = (call: CallPlan) => {
    setFailure(undefined);
    ports.download(call).catch((error: unknown) => setFailure(messageOf(error) || word("import.failed")));
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
          <>
            <p>{word("import.drop")}</p>
            <button type="button" className="btn" data-main onClick={() => input.current?.click()}>
              {word("import.choose")}
            </button>
            <input
              ref={input}
              type="file"
              className="sr-only"
              tabIndex={-1}
              aria-label={word("import.choose")}
              accept=".xlsx,.xls,.csv"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                // Lets the user select the same file again after correcting it.
                event.target.value = "";
                if (file) model.open(file);
              }}
            />
          </>
        ) : (
          <>
            <p role="status">{word("import.reading", { name: reading })}</p>
            <progress aria-label={word("import.reading", { name: reading })} />
            <button type="button" className="btn" onClick={model.cancel}>
              {word("form.cancel")}
            </button>
          </>
        )}
        <p className="pi-hint">{word("import.limits", { rows: entity.list.import?.maxRows ?? 0 })}</p>
      </div>
      {template && (
        <div className="pi-template">
          <p>{word("import.templateHelp")}</p>
          <button type="button" className="btn" onClick={() => download(template)}>
            <Download size={16} strokeWidth={1.5} aria-hidden />
            {word("import.template")}
          </button>
        </div>
      )}
      {failure && (
        <p className="pi-wrong" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
