/** Input for several files. Each has its own upload progress and can be cancelled, removed or retried. */
import { useEffect, useRef, useState } from "react";
import { type InputProps, useForm } from "../controls/model.tsx";
import type { CallFailure } from "../model/ports.ts";
import { FilePicker } from "./FilePicker.tsx";
import { describeRefusal, readFileRules } from "./file-rules.ts";

/** A pending or failed upload. */
interface Upload {
  key: number;
  file: File;
  share: number;
  abort: AbortController;
  /** Why the upload failed. A file that the field does not accept cannot be retried. */
  failed?: { message: string; final: boolean };
}

const readIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : [];

export function FilesInput(props: InputProps) {
  const { aria, spec, leaf } = props;
  const input = useRef<HTMLInputElement>(null);
  const state = useUploads(props);
  const { rules, ids, uploads, add } = state;
  useEffect(() => leaf.attach({ write: () => undefined, focus: () => input.current?.focus() }), [leaf]);
  const max = Number(spec.field.schema.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <div className="pf-file">
      <FilePicker
        aria={aria}
        input={input}
        rules={rules}
        multiple
        disabled={ids.length + uploads.length >= max}
        onFiles={(files) => files.forEach((file) => void add(file))}
      />
      <FileList label={spec.label} field={state} />
    </div>
  );
}

/** List of uploaded files and of pending and failed uploads. */
function FileList({ label, field }: { label: string; field: ReturnType<typeof useUploads> }) {
  const { t } = useForm().ports;
  const { nameOf, remove, retry, drop } = field;
  return (
    <ul className="pf-files">
      {field.ids.map((id) => (
        <li key={id} className="pf-file-state">
          <output>{nameOf(id) ?? t("form.fileThere")}</output>
          <Small label={`${t("form.remove")} ${nameOf(id) ?? label}`} text={t("form.remove")} run={() => remove(id)} />
        </li>
      ))}
      {field.uploads.map((upload) => (
        <li key={upload.key} className="pf-file-state" role={upload.failed && "alert"}>
          {upload.failed ? (
            `${upload.file.name}: ${upload.failed.message}`
          ) : (
            <>
              <progress value={upload.share} max={1} aria-label={upload.file.name} /> {upload.file.name}
            </>
          )}
          {upload.failed && !upload.failed.final && (
            <Small label={`${t("form.retry")} ${upload.file.name}`} text={t("form.retry")} run={() => retry(upload)} />
          )}
          <Small label={`${t("form.cancel")} ${upload.file.name}`} text={t("form.cancel")} run={() => drop(upload)} />
        </li>
      ))}
    </ul>
  );
}

function Small({ label, text, run }: { label: string; text: string; run(): void }) {
  return (
    <button type="button" className="btn" data-small data-quiet aria-label={label} onClick={run}>
      {text}
    </button>
  );
}

/** Returns the set of the field's running uploads, which are aborted on unmount. A `reason` blocks submitting. */
function useRunning(leaf: InputProps["leaf"], reason: string | undefined): Set<AbortController> {
  const [running] = useState(() => new Set<AbortController>());
  useEffect(() => leaf.setBusy(reason), [leaf, reason]);
  useEffect(
    () => () => {
      for (const abort of running) abort.abort();
      leaf.setBusy(undefined);
    },
    [leaf, running],
  );
  return running;
}

/** Manages the uploads of a field. A running upload blocks submitting. On success its file id is added to the value. */
function useUploads({ leaf, spec, view }: InputProps) {
  const { store, ports } = useForm();
  const { t } = ports;
  const rules = readFileRules(spec.field);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const names = useRef(new Map<string, string>());
  const next = useRef(0);
  const ids = readIds(view.value);
  const running = useRunning(
    leaf,
    uploads.some(({ failed }) => !failed) ? t("form.uploading", { label: spec.label }) : undefined,
  );
  useEffect(() => leaf.setText(ids.map((id) => names.current.get(id) ?? t("form.fileThere")).join(", ") || undefined));

  const change = (key: number, more: Partial<Upload> | undefined) =>
    setUploads((all) =>
      all.flatMap((upload) => (upload.key !== key ? [upload] : more ? [{ ...upload, ...more }] : [])),
    );
  const add = async (file: File) => {
    const abort = new AbortController();
    const key = next.current++;
    const message = describeRefusal(file, rules, t);
    const upload: Upload = { key, file, share: 0, abort };
    setUploads((all) => [...all, message === undefined ? upload : { ...upload, failed: { message, final: true } }]);
    if (message !== undefined) return;
    running.add(abort);
    try {
      const { id } = await ports.upload(file, rules.purpose, {
        signal: abort.signal,
        onProgress: (share) => change(key, { share }),
      });
      if (abort.signal.aborted) return;
      names.current.set(id, file.name);
      store.set(leaf, [...readIds(leaf.value), id]);
      change(key, undefined);
    } catch (error) {
      const { message: why } = error as CallFailure;
      if (!abort.signal.aborted) change(key, { failed: { message: why || t("form.uploadFailed"), final: false } });
    } finally {
      running.delete(abort);
    }
  };
  const drop = (upload: Upload) => {
    upload.abort.abort();
    change(upload.key, undefined);
  };
  const remove = (id: string) => {
    const left = readIds(leaf.value).filter((item) => item !== id);
    store.set(leaf, left.length > 0 ? left : undefined);
  };
  const retry = (upload: Upload) => {
    drop(upload);
    void add(upload.file);
  };
  return { rules, ids, uploads, add, drop, remove, retry, nameOf: (id: string) => names.current.get(id) };
}
