/** Input for a file. It shows the accepted types, uploads with progress, cancel and retry, and stores the file's id. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type InputProps, useForm } from "../controls/model.tsx";
import type { CallFailure } from "../model/ports.ts";
import { FilePicker } from "./FilePicker.tsx";
import { describeRefusal, readFileRules } from "./file-rules.ts";

type State =
  | { step: "empty" }
  | { step: "going"; name: string; share: number }
  | { step: "there"; name?: string }
  | { step: "failed"; file: File; message: string };

export function FileInput(props: InputProps) {
  const { aria, spec } = props;
  const input = useRef<HTMLInputElement>(null);
  const { rules, state, send, clear } = useUpload(props, input);
  return (
    <div className="pf-file">
      <FilePicker aria={aria} input={input} rules={rules} onFiles={([file]) => file && void send(file)} />
      <UploadState state={state} label={spec.label} onClear={clear} onSend={send} />
    </div>
  );
}

/**
 * Manages the upload of the last chosen file. A running upload blocks submitting. On success the file's id
 * becomes the value.
 */
function useUpload({ leaf, spec }: InputProps, input: RefObject<HTMLInputElement | null>) {
  const { store, ports } = useForm();
  const { t } = ports;
  const rules = readFileRules(spec.field);
  const going = useRef<AbortController>(undefined);
  const reset = () => {
    leaf.setBusy(undefined);
    setState({ step: "empty" });
    store.set(leaf, undefined);
  };
  const [state, setState] = useState<State>(() => createStoredState(leaf));

  useEffect(() => leaf.setText(state.step === "there" ? (state.name ?? t("form.fileThere")) : undefined));
  const abortUpload = useCallback(() => going.current?.abort(), []);
  useLeaf(leaf, input, { onWrite: setState, onDetach: abortUpload });

  const send = async (file: File) => {
    // The last chosen file replaces earlier ones, even if it is rejected.
    going.current?.abort();
    const error = describeRefusal(file, rules, t);
    if (error !== undefined) {
      reset();
      leaf.publish({ error });
      return;
    }
    const abort = new AbortController();
    going.current = abort;
    store.set(leaf, undefined);
    leaf.setBusy(t("form.uploading", { label: spec.label }));
    leaf.publish({ error: undefined });
    setState({ step: "going", name: file.name, share: 0 });
    try {
      const { id } = await ports.upload(file, rules.purpose, {
        signal: abort.signal,
        onProgress: (share) => !abort.signal.aborted && setState({ step: "going", name: file.name, share }),
      });
      if (abort.signal.aborted) return;
      store.set(leaf, id);
      setState({ step: "there", name: file.name });
    } catch (error) {
      if (!abort.signal.aborted)
        setState({ step: "failed", file, message: (error as CallFailure).message || t("form.uploadFailed") });
    } finally {
      if (going.current === abort) leaf.setBusy(undefined);
    }
  };
  const clear = () => {
    going.current?.abort();
    reset();
    input.current?.focus();
  };
  return { rules, state, send, clear };
}

const createStoredState = (leaf: InputProps["leaf"]): State =>
  leaf.value === undefined ? { step: "empty" } : { step: "there" };

/** Attaches the field to the input. Both callbacks must be stable. */
function useLeaf(
  leaf: InputProps["leaf"],
  input: RefObject<HTMLInputElement | null>,
  { onWrite, onDetach }: { onWrite: (state: State) => void; onDetach: () => void },
): void {
  useEffect(() => {
    const detach = leaf.attach({ write: () => onWrite(createStoredState(leaf)), focus: () => input.current?.focus() });
    return () => {
      detach();
      onDetach();
      leaf.setBusy(undefined);
    };
  }, [leaf, input, onWrite, onDetach]);
}

interface UploadStateProps {
  state: State;
  label: string;
  onClear(): void;
  onSend(file: File): Promise<void>;
}
/** Shows the progress with Cancel, the file with Remove, or the failure with Retry. */
function UploadState({ state, label, onClear, onSend }: UploadStateProps) {
  const { t } = useForm().ports;
  if (state.step === "going")
    return (
      <span className="pf-file-state">
        <progress value={state.share} max={1} aria-label={state.name} /> {state.name} {Math.round(state.share * 100)}%
        <button type="button" className="btn" data-small data-quiet onClick={onClear}>
          {t("form.cancel")}
        </button>
      </span>
    );
  if (state.step === "there")
    return (
      <span className="pf-file-state">
        <output>{state.name ?? t("form.fileThere")}</output>
        <button
          type="button"
          className="btn"
          data-small
          data-quiet
          onClick={onClear}
          aria-label={`${t("form.remove")} ${label}`}
        >
          {t("form.remove")}
        </button>
      </span>
    );
  if (state.step === "failed")
    return (
      <span className="pf-file-state" role="alert">
        {state.message}
        <button type="button" className="btn" data-small onClick={() => void onSend(state.file)}>
          {t("form.retry")}
        </button>
      </span>
    );
  return null;
}
