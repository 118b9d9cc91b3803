/** Picker of the file inputs: click or drop, with the accepted types and the maximum size. */
import type { RefObject } from "react";
import { type InputProps, useForm } from "../controls/model.tsx";
import { type FileRules, MIB } from "./file-rules.ts";

interface FilePickerProps {
  aria: InputProps["aria"];
  input: RefObject<HTMLInputElement | null>;
  rules: FileRules;
  multiple?: boolean;
  disabled?: boolean;
  onFiles(files: readonly File[]): void;
}

export function FilePicker({ aria, input, rules, multiple, disabled, onFiles }: FilePickerProps) {
  const { t } = useForm().ports;
  return (
    <>
      <span className="pf-file-box">
        <input
          {...aria}
          ref={input}
          type="file"
          multiple={multiple}
          disabled={disabled}
          accept={rules.accept.join(",")}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Allows choosing the same file again after a failure.
            event.target.value = "";
            onFiles(files);
          }}
        />
        {/* The browser's own label would be in the browser's language instead of the page's. */}
        <span className="pf-file-face" aria-hidden>
          <span className="pf-file-button">{t("form.chooseFile")}</span>
          <span className="pf-file-drop">{t("form.orDrop")}</span>
        </span>
      </span>
      <span className="pf-file-rules">
        {t("form.fileRules", { accept: rules.accept.join(" "), most: rules.maxBytes / MIB })}
      </span>
    </>
  );
}
