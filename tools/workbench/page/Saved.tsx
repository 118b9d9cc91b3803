/** Save state of the file, and why saving was refused. */
import type { Snapshot } from "./session.ts";
import { listFindings } from "./session.ts";
import { t } from "./texts.ts";

interface SavedProps {
  now: Snapshot;
  onTake(path: string, text: string): void;
  onKeep(path: string, was: string): void;
}

export function Saved({ now, onTake, onKeep }: SavedProps) {
  const { saved, active = "", saving, stale, took } = now;
  const file = now.files.get(active);
  const others = [...now.files.values()].filter(({ path, text, was }) => path !== active && text !== was);
  if (saved !== undefined && saved !== "saved" && saved.refused === "changed") {
    return (
      <div className="wb-saved" role="alert">
        <span className="status" data-tone="danger">
          {t("saved.changed")}
        </span>
        <button type="button" className="btn" data-small onClick={() => onTake(active, saved.now)}>
          {t("saved.take")}
        </button>
        <button type="button" className="btn" data-small onClick={() => onKeep(active, saved.now)}>
          {t("saved.keep")}
        </button>
      </div>
    );
  }
  const errors = listFindings(now).filter(({ severity }) => severity === "error").length;
  const [tone, text]: [string, string] =
    saved !== undefined && saved !== "saved"
      ? ["danger", t(`saved.${saved.refused}`, { count: errors })]
      : saving
        ? ["info", t("saved.saving")]
        : stale
          ? ["danger", t("saved.wrong", { count: errors })]
          : file && file.text !== file.was
            ? ["brass", t("saved.open")]
            : saved === "saved"
              ? ["success", t("saved.done")]
              : ["neutral", t("saved.same")];
  return (
    <div className="wb-saved" role="status">
      <span className="status" data-tone={tone}>
        {text}
      </span>
      {others.length > 0 && (
        <span className="wb-hint">
          {t("saved.others", { names: others.map(({ path }) => path.split("/").slice(-2).join("/")).join(", ") })}
        </span>
      )}
      {took !== undefined && <span className="wb-hint wb-took">{t("took", { ms: took })}</span>}
    </div>
  );
}
