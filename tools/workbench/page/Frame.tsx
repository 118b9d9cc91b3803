/** Renders the product's form, list, record, receipt or file for the current version. */
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Logo } from "../../../src/app/theme/Logo.tsx";
import {
  type Entity,
  type Lang,
  prepareFields,
  toReadable,
  type Row,
  type Validate,
  type Receipt,
} from "@portolan/engine";
import { inputs, views } from "../../../src/payments/ui.tsx";
import { hydrate } from "../../../src/payments/runtime.ts";
import {
  CallForm,
  EngineProvider,
  EntityForm,
  EntityTable,
  EntityView,
  ReceiptSheet,
  RecordPage,
  registerCellRenderers,
  usePorts,
} from "@portolan/engine/ui";
import type { Sheets, DerivedCode as Seen } from "../protocol.ts";
import { api, download } from "./api.ts";
import type { Show } from "./frame-message.ts";
import { createFramePorts, type Sent } from "./frame-ports.ts";
import { isPageShortcut, readPressed } from "./keys.ts";
import { t } from "./texts.ts";

registerCellRenderers();

export function Frame({ lang }: { lang: Lang }) {
  const [show, setShow] = useState<Show>();
  const own = useEntity(show);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<Show>) => {
      if (origin === location.origin && source === parent && data.type === "show") setShow(data);
    };
    // Forwards page-wide keyboard shortcuts to the parent window.
    const press = (event: KeyboardEvent) => {
      const pressed = readPressed(event);
      if (!isPageShortcut(pressed)) return;
      event.preventDefault();
      parent.postMessage({ type: "key", pressed }, location.origin);
    };
    addEventListener("message", hear);
    addEventListener("keydown", press);
    parent.postMessage({ type: "ready" }, location.origin);
    return () => {
      removeEventListener("message", hear);
      removeEventListener("keydown", press);
    };
  }, []);
  if (!show || !own) return <main className="wf-page" aria-busy />;
  return (
    <Surface
      key={`${own.show.shown.name} ${own.show.shown.v} ${JSON.stringify([show.tab, show.rows, show.filled])}`}
      lang={lang}
      show={{ ...show, shown: own.show.shown }}
      own={own.entity}
    />
  );
}

/** Returns the entity with the validator built by the server, or the previous entity until that has loaded. */
function useEntity(show: Show | undefined): { entity: Entity; show: Show } | undefined {
  const [made, setMade] = useState<{ entity: Entity; show: Show }>();
  const shown = show?.shown;
  useEffect(() => {
    if (!show || !shown) return;
    let live = true;
    void import(/* @vite-ignore */ shown.check).then(async ({ validate }: { validate: Validate }) => {
      const entity = hydrate(shown.plan, shown.texts, validate);
      await prepareFields(entity.fields);
      if (live) setMade({ entity, show });
    });
    return () => {
      live = false;
    };
    // One entity per version, whichever view shows it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown?.check]);
  return made;
}

const mark = <Logo size={36} />;

function Surface({ lang, show, own }: { lang: Lang; show: Show; own: Entity }) {
  const [sent, setSent] = useState<Sent>();
  const ports = useMemo(() => createFramePorts(lang, show, own, setSent), [lang, show, own]);
  const page = useRef<HTMLElement>(null);
  useInSight(page, show.field === undefined ? undefined : own.label(show.field, lang));
  return (
    <EngineProvider ports={ports} inputs={inputs} views={views} mark={mark}>
      <main className="wf-page" data-tab={show.tab} ref={page}>
        {!HEADED.has(show.tab) && <h1 className="sr-only">{own.text("label", lang)}</h1>}
        {show.tab === "receipt" && <h2 className="sr-only">{t("tab.receipt")}</h2>}
        <Suspense>{SURFACES[show.tab]({ show, own })}</Suspense>
        {sent && (
          <section className="wf-sent" role="status">
            <h2>{t("sent")}</h2>
            <pre>{`${sent.route}\n${JSON.stringify(sent.body, null, 2)}`}</pre>
          </section>
        )}
      </main>
    </EngineProvider>
  );
}

const MOVED = ["wheel", "pointerdown", "keydown", "touchstart"] as const;
/** Scrolls to the element with this label and highlights it. */
function useInSight(page: React.RefObject<HTMLElement | null>, label: string | undefined): void {
  useEffect(() => {
    if (label === undefined || !page.current) return;
    let marked: Element | undefined;
    // Repeats while the layout grows, until the user scrolls.
    let free = false;
    const leave = () => void (free = true);
    const look = () => {
      const found = [...page.current!.querySelectorAll(".pf-label, .pf-tick, dt, th")].find(
        (element) => element.textContent?.replace("*", "").trim() === label,
      );
      if (!found || free) return;
      if (found !== marked) {
        marked?.removeAttribute("data-here");
        marked = found;
        found.setAttribute("data-here", "");
      }
      void found.scrollIntoView({ block: "start", inline: "center" });
    };
    const watch = new MutationObserver(look);
    watch.observe(page.current, { childList: true, subtree: true });
    look();
    for (const moved of MOVED) addEventListener(moved, leave, { passive: true });
    return () => {
      watch.disconnect();
      for (const moved of MOVED) removeEventListener(moved, leave);
      marked?.removeAttribute("data-here");
    };
  }, [page, label]);
}

/** Views that render their own heading. */
const HEADED: ReadonlySet<Show["tab"]> = new Set(["list", "detail"]);
interface Given {
  show: Show;
  own: Entity;
}
const SURFACES: Record<Show["tab"], (given: Given) => ReactNode> = {
  form: (given) => <FormSurface {...given} />,
  list: (given) => <ListSurface {...given} />,
  detail: ({ own }) => (own.calls["detail"] ? <RecordPage entity={own} id="" /> : <None what={t("noDetail")} />),
  receipt: (given) => <ReceiptSurface {...given} />,
  export: (given) => <SheetSurface {...given} what="export" />,
  template: (given) => <SheetSurface {...given} what="template" />,
  api: ({ show }) => <DerivedCode v={show.shown.v} />,
};

const None = ({ what }: { what: string }) => <p className="wf-none">{what}</p>;

function FormSurface({ show, own }: Given) {
  const page = useRef<HTMLDivElement>(null);
  const [preset] = useState<Row | undefined>(() => {
    // A draft of the previous version would interfere.
    for (const key of Object.keys(localStorage)) if (key.startsWith("draft.workbench.")) localStorage.removeItem(key);
    return show.filled?.record;
  });
  const fails = show.filled?.fails === true;
  useEffect(() => {
    if (!fails || !page.current) return;
    // Submits the form, so that errors appear as they do for a user.
    const press = () => page.current?.querySelector<HTMLButtonElement>(".pf-form button[data-main]");
    const watch = new MutationObserver(() => tryIt());
    const tryIt = () => {
      const button = press();
      if (!button) return;
      watch.disconnect();
      button.click();
    };
    watch.observe(page.current, { childList: true, subtree: true });
    tryIt();
    return () => watch.disconnect();
  }, [fails]);
  if (own.source !== "call" && !own.calls["create"]) return <None what={t("noForm")} />;
  if (own.source === "call" && own.fields.length === 0) return <None what={t("noForm")} />;
  return (
    <div className="wf-form" ref={page}>
      {own.source === "call" ? (
        <CallForm
          call={{
            call: { name: own.name, method: "POST", path: `/${own.name}`, alias: [], access: "session", events: [] },
            request: own,
          }}
          {...(preset && { preset })}
          onDone={() => undefined}
        />
      ) : (
        <EntityForm entity={own} {...(preset && { preset })} onDone={() => undefined} />
      )}
    </div>
  );
}

function ListSurface({ own }: Given) {
  const { lang } = usePorts();
  const [params, setParams] = useState(() => new URLSearchParams());
  const [view, setView] = useState<string>();
  const ids = Object.keys(own.views ?? {});
  const list = { entity: own, title: own.text("label", lang), params, onParams: setParams };
  if (!own.calls["list"] || own.list.columns.length === 0) return <None what={t("noList")} />;
  const text = decodeURIComponent(toReadable(params).replace(/^\?/, ""));
  return (
    <>
      <p className="wf-address">
        <span>{t("address")}</span>
        <code>{text === "" ? t("address.none") : `?${text}`}</code>
      </p>
      {ids.length > 0 && (
        <p className="wf-bar">
          {[undefined, ...ids].map((id) => (
            <button
              key={id ?? ""}
              type="button"
              className="btn"
              data-small
              aria-pressed={id === view}
              onClick={() => setView(id)}
            >
              {id ?? t("tab.list")}
            </button>
          ))}
        </p>
      )}
      {view === undefined ? <EntityTable {...list} /> : <EntityView {...list} id={view} />}
    </>
  );
}

function ReceiptSurface({ show, own }: Given) {
  const { lang } = usePorts();
  const [receipt, setReceipt] = useState<Receipt | null>();
  useEffect(() => {
    let live = true;
    if (own.receipt)
      void api.call({ v: show.shown.v, entity: own.name, call: "receipt", body: {}, lang, rows: 25 }).then(
        (map) => live && setReceipt((map["receipt"] as Receipt | undefined) ?? null),
        () => undefined,
      );
    return () => {
      live = false;
    };
  }, [own, lang, show.shown.v]);
  if (!own.receipt) return <None what={t("noReceipt")} />;
  if (receipt === null) return <None what={t("noReceiptYet")} />;
  const amount = own.list.card?.amount;
  return receipt ? (
    <ReceiptSheet
      key={show.shown.v}
      receipt={receipt}
      {...(amount !== undefined && { amount })}
      onClose={() => undefined}
    />
  ) : null;
}

function SheetSurface({ show, what }: Given & { what: "export" | "template" }) {
  const { lang } = usePorts();
  const [sheets, setSheets] = useState<Sheets>();
  const { v } = show.shown;
  useEffect(() => {
    let live = true;
    void api.sheets(v, lang).then(
      (come) => live && setSheets(come),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [v, lang]);
  if (!sheets) return null;
  const [head, ...rows] = sheets[what] ?? [];
  if (!head) return <None what={t(what === "export" ? "noExport" : "noTemplate")} />;
  return (
    <>
      <p className="wf-bar">
        <a className="btn" data-small href={download(v, what, lang)} download>
          {t("download")}
        </a>
        <span>{t("sheetNote", { count: head.length })}</span>
      </p>
      {/* Focusable, so that a wide table can be scrolled with the keyboard. */}
      <div className="wf-sheet" role="region" tabIndex={0} aria-label={t(`tab.${what}`)}>
        <table>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 20).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Shows an entity as other programs and the database see it. */
function DerivedCode({ v }: { v: number }) {
  const [seen, setSeen] = useState<Seen>();
  useEffect(() => {
    let live = true;
    void api.outside(v).then(
      (come) => live && setSeen(come),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [v]);
  if (!seen) return null;
  return (
    <div className="wf-outside">
      <h2>{t("api.calls")}</h2>
      {seen.calls.map(({ name, route, grant, request, response }) => (
        <details key={name} open={name === "create" || undefined}>
          <summary>
            <code>{route}</code> <span>{name}</span> {grant && <span>{grant}</span>}
          </summary>
          {request !== undefined && <Code name={t("api.request")} text={JSON.stringify(request, null, 2)} />}
          {response !== undefined && <Code name={t("api.response")} text={JSON.stringify(response, null, 2)} />}
        </details>
      ))}
      <h2>{t("api.types")}</h2>
      <Code name={t("api.types")} text={seen.types} />
      {seen.tables !== "" && (
        <>
          <h2>{t("api.tables")}</h2>
          <Code name={t("api.tables")} text={seen.tables} />
        </>
      )}
    </div>
  );
}

const Code = ({ name, text }: { name: string; text: string }) => (
  <pre role="region" tabIndex={0} aria-label={name}>
    {text}
  </pre>
);
