/**
 * Shown when the same file was submitted before. The user chooses another file, submits the rejected rows, or submits
 * all rows again.
 */
import { formatWallClock } from "../base/time-zone.ts";
import type { ImportModel } from "./use-import.tsx";

export function DuplicateFileStep({ model }: { model: ImportModel }) {
  const { ports, earlier } = model;
  const { t } = ports;
  if (!earlier) return null;
  return (
    <div className="pi-card">
      <h2>{t("import.seenTitle")}</h2>
      <p>
        {t("import.seen", {
          at: formatWallClock(Date.parse(earlier.at), ports.dialect.zone),
          count: earlier.done,
          refused: earlier.refused,
        })}
      </p>
      <div className="pi-buttons">
        <button type="button" className="btn" data-main onClick={model.restart}>
          {t("import.otherFile")}
        </button>
        {earlier.refused > 0 && (
          <button type="button" className="btn" onClick={() => model.resume(false)}>
            {t("import.seenRest", { count: earlier.refused })}
          </button>
        )}
        <button type="button" className="btn" data-tone="danger" onClick={() => model.resume(true)}>
          {t("import.seenAgain")}
        </button>
      </div>
    </div>
  );
}
