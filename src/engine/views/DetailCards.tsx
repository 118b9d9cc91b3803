/** Cards with details that users pass on to others, each with buttons to copy all of them and to send them. */
import { pickText, type EngineTexts } from "../base/engine-texts.ts";
import { useState } from "react";
import { Send, Download, Mail, Share2 } from "lucide-react";
import { formatCell, Value } from "../cells/cell.tsx";
import { isCopyable } from "../cells/columns.ts";
import { CopyAll, CopyButton } from "../detail/CopyButton.tsx";
import { formatLines } from "../detail/format-lines.tsx";
import { buildRecordScope } from "../rules/scope.ts";
import type { Field, Row, Entity, Lang } from "../model/entity.ts";
import type { ViewOf } from "../model/views.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { evaluate } from "../rules/evaluate.ts";
import { Pager } from "../table/Pager.tsx";
import { type ListPage, useListPage } from "../table/use-list-page.tsx";
import { ListTools } from "./ListTools.tsx";
import { RecordLoadError, Skeleton } from "../detail/RecordPlaceholders.tsx";
import { useReceiptDownload } from "../detail/use-receipt-download.tsx";
import { useLoaded } from "../data/use-loaded.tsx";
import { useRecord } from "../data/use-record.tsx";
import type { Receipt } from "../model/wire.ts";
import { Dialog } from "../overlay/overlay.tsx";
import { ViewFrame } from "./ViewFrame.tsx";
import "../detail/detail.css";
import "./detail-cards.css";

type Props = ViewProps<ViewOf<"detailCards">>;

export function DetailCards(props: Props) {
  const { entity, view, embedded } = props;
  const list = useListPage(props);
  const { state, query } = list;
  return (
    <ViewFrame
      page={props}
      list={list}
      tools={embedded === undefined && <ListTools page={props} list={list} />}
      main={view.plan.main}
      waiting={<Waiting facts={view.plan.fields.map((name) => entity.field(name))} />}
    >
      <ul className="pv-details">
        {[true, false].flatMap((isReady) =>
          state.rows
            .filter((row) => isComplete(props, row) === isReady)
            .map((row) => (
              <DetailCard key={String(row[entity.key])} {...props} list={list} row={row} isReady={isReady} />
            )),
        )}
      </ul>
      {embedded === undefined && (
        <Pager entity={entity} query={query} state={state} onChange={list.write} beyond={list.beyond} />
      )}
    </ViewFrame>
  );
}

/** Returns whether the details of a record may be passed on. Records for which they may come first. */
const isComplete = ({ entity, view: { plan } }: Props, row: Row): boolean =>
  !plan.ready || evaluate(plan.ready, { self: buildRecordScope(entity.fields, row) }) === true;

interface CardProps extends Props {
  list: ListPage;
  row: Row;
  isReady: boolean;
}
function DetailCard(props: CardProps) {
  const { entity, view, list, row, isReady } = props;
  const { lang } = usePorts();
  const facts = view.plan.fields
    .map((name) => entity.field(name))
    .filter((field) => formatCell({ entity, field, row, labels: list.labels }, lang) !== "");
  return (
    <li className="pv-details-card">
      <Head {...props} />
      <dl>
        {facts.map((field) => {
          const text = formatCell({ entity, field, row, labels: list.labels }, lang);
          const label = entity.label(field.name, lang);
          return (
            <div key={field.name}>
              <dt>{label}</dt>
              <dd>
                <span>{text}</span>
                {isCopyable(field) && <CopyButton value={text} label={label} />}
              </dd>
            </div>
          );
        })}
      </dl>
      {isReady && <Actions {...props} facts={facts} />}
    </li>
  );
}

/** Title of a card, which opens the record, with its mark, its status if it is not ready, and the user's note. */
function Head({ entity, view, list, row, isReady }: CardProps) {
  const { lang } = usePorts();
  const { title, mark, status, note } = view.plan;
  const key = String(row[entity.key]);
  const format = (name: string) => formatCell({ entity, field: entity.field(name), row, labels: list.labels }, lang);
  return (
    <header>
      <h2>
        <Link href={list.hrefOf(key)} go={() => list.open(key)}>
          {format(title)}
        </Link>
      </h2>
      {mark !== undefined && row[mark] === true && (
        <span className="status" data-tone="info">
          {entity.label(mark, lang)}
        </span>
      )}
      {!isReady && <Value entity={entity} field={entity.field(status)} row={row} labels={list.labels} />}
      {note !== undefined && <span className="pd-quiet">{format(note)}</span>}
    </header>
  );
}

/** Buttons that copy the facts and open the dialog to send them. */
function Actions({ entity, id, view, list, row, facts }: CardProps & { facts: readonly Field[] }) {
  const { lang } = usePorts();
  const [sharing, setSharing] = useState(false);
  const { title, share } = view.plan;
  const name = formatCell({ entity, field: entity.field(title), row, labels: list.labels }, lang);
  const label = entity.text(`views.${id}.share`, lang);
  return (
    <div className="pv-details-actions">
      <CopyAll value={formatLines(entity, facts, { record: row, labels: list.labels }, lang)} label={name} />
      {share && (
        <button
          type="button"
          className="btn"
          data-small
          aria-haspopup="dialog"
          aria-label={`${label} ${name}`}
          onClick={() => setSharing(true)}
        >
          <Send size={16} strokeWidth={1.5} aria-hidden />
          {label}
        </button>
      )}
      {share && sharing && (
        <ShareDialog
          entity={entity}
          view={id}
          recordKey={String(row[entity.key])}
          title={name}
          hasNote={share.note === true}
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  );
}

const EXPECTED = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Cards with a title, a line per fact, and the buttons. */
const Waiting = ({ facts }: { facts: readonly Field[] }) => (
  <ul className="pv-details" aria-hidden>
    {EXPECTED.map((index) => (
      <li key={index} className="pv-details-card">
        <h2>
          <span className="skeleton pv-bone">&nbsp;</span>
        </h2>
        <dl>
          {facts.map((field) => (
            <div key={field.name}>
              <dt className="skeleton pv-bone">&nbsp;</dt>
              <dd>{isCopyable(field) ? <span className="pd-copy" /> : "\u00a0"}</dd>
            </div>
          ))}
        </dl>
        <div className="pv-details-actions">
          <span className="btn skeleton pv-bone" data-small />
        </div>
      </li>
    ))}
  </ul>
);

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
/** Colon of each language, with its space. */
const COLONS: EngineTexts = { zh: "：", en: ": " };
/** Returns the name of a language in itself. */
const formatLanguage = (lang: Lang) => new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang;

/** Dialog that passes on a record's details: as text in either language, or as a PDF, which has both. */
function ShareDialog({ entity, view, recordKey, title, hasNote, onClose }: ShareProps) {
  const { lang: own, t } = usePorts();
  const [lang, setLang] = useState<Lang>(own);
  const { data, failure, reload } = useRecord(entity, recordKey, false);
  return (
    <Dialog open onClose={onClose} labelledBy="share-title">
      <h2 id="share-title">
        {entity.text(`views.${view}.share`, own)} · {title}
      </h2>
      <div className="pv-share-languages" role="group" aria-label={t("view.shareLanguage")}>
        {entity.dialect.languages.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === lang}
            lang={choice}
            onClick={() => setLang(choice)}
          >
            {formatLanguage(choice)}
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
      <pre className="pv-share-text" lang={lang} tabIndex={0} aria-label={subject}>
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
  const colon = pickText(COLONS, lang);
  const lines = groups
    .flatMap((group) => group.lines)
    .map(({ label, text, currency }) => `${label[lang]}${colon}${text[lang]}${currency ? ` ${currency}` : ""}`);
  return [title[lang], ...lines].join("\n");
}
