/** Recovery codes, shown this once: to copy or to keep as a file, and only left when the person says that they are kept. */
import { useState } from "react";
import { t } from "../../client/i18n.ts";
import { copyText, usePorts } from "../../engine/ui.tsx";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const ports = usePorts();
  const [kept, setKept] = useState(false);
  const copy = () =>
    copyText(codes.join("\n")).then(
      () => ports.notify("success", t("copied")),
      () => undefined,
    );
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${t("recovery.file")}\n\n${codes.join("\n")}\n`], { type: "text/plain" }));
    link.download = "portolan-recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <section className="form-page" aria-labelledby="recovery-title">
      <h1 id="recovery-title" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t("recovery.title")}
      </h1>
      <p>{t("recovery.help")}</p>
      <ol className="vf-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="vf-actions">
        <button type="button" className="btn" onClick={() => void copy()}>
          {t("recovery.copy")}
        </button>
        <button type="button" className="btn" onClick={save}>
          {t("recovery.save")}
        </button>
      </div>
      <label className="vf-kept">
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />
        {t("recovery.kept")}
      </label>
      <button type="button" className="btn" data-main disabled={!kept} onClick={onDone}>
        {t("recovery.done")}
      </button>
    </section>
  );
}
