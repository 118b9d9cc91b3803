/** Dialog that passes on a record's details: as text in either language, or as a PDF, which has both. */
import { Download, Mail, Share2 } from "lucide-react";
import { useState } from "react";
import { CopyAll } from "../detail/CopyButton.tsx";
import { RecordLoadError, Skeleton } from "../detail/RecordPlaceholders.tsx";
import { useReceiptDownload } from "../detail/use-receipt-download.tsx";
import { useLoaded } from "../data/use-loaded.tsx";
import { useRecord } from "../data/use-record.tsx";
import type { Entity, Lang } from "../model/entity.ts";
import type { Receipt } from "../model/wire.ts";
import { Dialog } from "../overlay/overlay.tsx";
import { usePorts } from "../react/ports-context.tsx";

interface ShareProps {
  entity: Entity;
  /** Id of the view whose texts the dialog shows. */
  view: string;
  recordKey: string;
  /** What the record is called on its card. */
  title: string;
  /** Whether the text ends with the sentence `share.note` of the view. */
  hasNote: boolean;
  onClose(): void;
}
/** Name of each language in itself, its tag, and its colon. */
const LANGUAGES: Readonly<Record<Lang, { name: string; tag: string; colon: string }>> = {
  zh: { name: "中文", tag: "zh-CN", colon: "：" },
  en: { name: "English", tag: "en", colon: ": " },
};

export function ShareDialog({ entity, view, recordKey, title, hasNote, onClose }: ShareProps) {
  const { lang: own, t } = usePorts();
  const [lang, setLang] = useState<Lang>(own);
  const { data, failure, reload } = useRecord(entity, recordKey, false);
  return (
    <Dialog open onClose={onClose} labelledBy="share-title">
      <h2 id="share-title">
        {entity.text(`views.${view}.share`, own)} · {title}
      </h2>
      <div className="pv-share-languages" role="group" aria-label={t("view.shareLanguage")}>
        {(["zh", "en"] as const).map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === lang}
            lang={LANGUAGES[choice].tag}
            onClick={() => setLang(choice)}
          >
            {LANGUAGES[choice].name}
          </button>
        ))}
      </div>
      {data?.receipt ? (
        <Message entity={entity} view={view} receipt={data.receipt} lang={lang} hasNote={hasNote} />
      ) : failure ? (
        <RecordLoadError failure={failure} onRetry={reload} />
      ) : (
        <Skeleton entity={entity} />
      )}
      <div className="pv-share-end">
        <button type="button" className="btn" onClick={onClose}>
          {t("detail.close")}
        </button>
      </div>
    </Dialog>
  );
}

interface MessageProps extends Pick<ShareProps, "entity" | "view" | "hasNote"> {
  receipt: Receipt;
  lang: Lang;
}
/** The text as it is sent, and the ways to send it. */
function Message({ entity, view, receipt, lang, hasNote }: MessageProps) {
  const { t, texts, notify } = usePorts();
  const file = useReceiptDownload();
  // The portal has the texts of the page's language only.
  const note = useLoaded(
    async () => (hasNote ? ((await texts?.(entity.name, lang))?.[`views.${view}.share.note`] ?? "") : ""),
    lang,
  );
  const subject = receipt.title[lang];
  const body = [formatReceipt(receipt, lang), note].filter(Boolean).join("\n\n");
  const toFile = entity.calls["export"];
  const share = () =>
    void navigator.share({ title: subject, text: body }).catch((error: unknown) => {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (!isCancelled) notify("danger", t("view.shareFailed"));
    });
  return (
    <>
      <pre className="pv-share-text" lang={LANGUAGES[lang].tag} tabIndex={0} aria-label={subject}>
        {body}
      </pre>
      <div className="pv-share-ways">
        <CopyAll value={body} label={subject} />
        <a
          className="btn"
          data-small
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
        >
          <Mail size={16} strokeWidth={1.5} aria-hidden />
          {t("view.shareMail")}
        </a>
        {toFile && (
          <button
            type="button"
            className="btn"
            data-small
            disabled={file.busy}
            onClick={() => void file.download(toFile, receipt.number, false)}
          >
            <Download size={16} strokeWidth={1.5} aria-hidden />
            {t("receipt.download")}
          </button>
        )}
        {"share" in navigator && (
          <button type="button" className="btn" data-small onClick={share}>
            <Share2 size={16} strokeWidth={1.5} aria-hidden />
            {t("view.shareMore")}
          </button>
        )}
      </div>
    </>
  );
}

/** Returns the lines of a receipt in one language, below its title. */
function formatReceipt({ title, groups }: Receipt, lang: Lang): string {
  const { colon } = LANGUAGES[lang];
  const lines = groups
    .flatMap((group) => group.lines)
    .map(({ label, text, currency }) => `${label[lang]}${colon}${text[lang]}${currency ? ` ${currency}` : ""}`);
  return [title[lang], ...lines].join("\n");
}
