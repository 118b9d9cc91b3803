/**
 * Shows the recovery codes once, to copy or save as a file. Stays open until the user confirms that they are stored.
 */
import { useEffect, useRef, useState } from "react";
import { t } from "@portolan/engine/app";
import { copyText, usePorts } from "@portolan/engine/ui";

interface Props {
  heading: "h1" | "h2";
  /** Id of the heading. */
  id?: string | undefined;
  codes: readonly string[];
  /** Label of the last button. Default: the translation of `recovery.done`. */
  goOn?: string | undefined;
  onDone(): void;
}
export function RecoveryCodes({ heading: Heading, id = "recovery-title", codes, goOn, onDone }: Props) {
  const ports = usePorts();
  const [kept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = () =>
    copyText(codes.join("\n")).then(
      () => ports.notify("success", t("copied")),
      () => undefined,
    );
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([`${t("recovery.file")}\n\n${codes.join("\n")}\n`], { type: "text/plain" }),
    );
    link.download = "portolan-recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <>
      <Heading id={id} tabIndex={-1} ref={heading}>
        {t("recovery.title")}
      </Heading>
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
        {goOn ?? t("recovery.done")}
      </button>
    </>
  );
}
