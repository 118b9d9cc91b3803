/** Input of a file: shows the accepted types, uploads with progress, cancel and retry, and stores the file's id. */
import { useEffect, useRef, useState } from "react";
import { type InputProps, useForm } from "../controls/model.tsx";
import type { CallFailure } from "../model/ports.ts";

type State =
  | { step: "empty" }
  | { step: "going"; name: string; share: number }
  | { step: "there"; name?: string }
  | { step: "failed"; file: File; message: string };
const MIB = 1024 * 1024;

export function FileInput({ leaf, aria, spec }: InputProps) {
  const { store, ports } = useForm();
  const { word } = ports;
  const rules = spec.field.file ?? { accept: [], maxBytes: 10 * MIB, purpose: "" };
  const input = useRef<HTMLInputElement>(null);
  const going = useRef<AbortController>(undefined);
  const [state, setState] = useState<State>(() => (leaf.value === undefined ? { step: "empty" } : { step: "there" }));

  useEffect(() => leaf.say(state.step === "there" ? (state.name ?? word("form.fileThere")) : undefined));
  useEffect(() => {
    const detach = leaf.attach({
      write: () => setState(leaf.value === undefined ? { step: "empty" } : { step: "there" }),
      focus: () => input.current?.focus(),
    });
    return () => {
      detach();
      going.current?.abort();
      leaf.hold(undefined);
    };
  }, [leaf]);

  const send = async (file: File) => {
    // The last chosen file counts, even when it is refused.
    going.current?.abort();
    const refused = refusal(file, rules);
    if (refused) {
      leaf.hold(undefined);
      setState({ step: "empty" });
      store.set(leaf, undefined);
      leaf.publish({ error: word(refused, { most: rules.maxBytes / MIB, accept: rules.accept.join(" ") }) });
      return;
    }
    const abort = new AbortController();
    going.current = abort;
    store.set(leaf, undefined);
    leaf.hold(word("form.uploading", { label: spec.label }));
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
        setState({ step: "failed", file, message: (error as CallFailure).message || word("form.uploadFailed") });
    } finally {
      if (going.current === abort) leaf.hold(undefined);
    }
  };
  const clear = () => {
    going.current?.abort();
    leaf.hold(undefined);
    store.set(leaf, undefined);
    setState({ step: "empty" });
    input.current?.focus();
  };
  return (
    <div className="pf-file">
      <span className="pf-file-box">
        <input
          {...aria}
          ref={input}
          type="file"
          accept={rules.accept.join(",")}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file may be chosen again after a failure.
            event.target.value = "";
            if (file) void send(file);
          }}
        />
        {/* The browser's own words are in the browser's language, not the page's. */}
        <span className="pf-file-face" aria-hidden>
          <span className="pf-file-button">{word("form.chooseFile")}</span>
          <span className="pf-file-drop">{word("form.orDrop")}</span>
        </span>
      </span>
      <span className="pf-file-rules">
        {word("form.fileRules", { accept: rules.accept.join(" "), most: rules.maxBytes / MIB })}
      </span>
      {state.step === "going" && (
        <span className="pf-file-state">
          <progress value={state.share} max={1} aria-label={state.name} /> {state.name} {Math.round(state.share * 100)}%
          <button type="button" className="btn" data-small data-quiet onClick={clear}>
            {word("form.cancel")}
          </button>
        </span>
      )}
      {state.step === "there" && (
        <span className="pf-file-state">
          <output>{state.name ?? word("form.fileThere")}</output>
          <button
            type="button"
            className="btn"
            data-small
            data-quiet
            onClick={clear}
            aria-label={`${word("form.remove")} ${spec.label}`}
          >
            {word("form.remove")}
          </button>
        </span>
      )}
      {state.step === "failed" && (
        <span className="pf-file-state" role="alert">
          {state.message}
          <button type="button" className="btn" data-small onClick={() => void send(state.file)}>
            {word("form.retry")}
          </button>
        </span>
      )}
    </div>
  );
}

/** Returns the text key of why the file is refused by size, type or extension; undefined when it is accepted. The server checks the content. */
function refusal(file: File, rules: { accept: string[]; maxBytes: number }): string | undefined {
  if (file.size > rules.maxBytes) return "form.fileTooLarge";
  const name = file.name.toLowerCase();
  const fits =
    rules.accept.length === 0 ||
    rules.accept.some((accept) =>
      accept.includes("/")
        ? file.type === accept || (accept.endsWith("/*") && file.type.startsWith(accept.slice(0, -1)))
        : name.endsWith(accept.startsWith(".") ? accept.toLowerCase() : `.${accept.toLowerCase()}`),
    );
  return fits ? undefined : "form.fileFormat";
}
