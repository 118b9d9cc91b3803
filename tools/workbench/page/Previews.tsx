/** Previews of the edited entity in one or both languages, each in a frame of the selected width. */
import { useEffect, useMemo, useRef, useState } from "react";
import { flattenRecord, type Lang, type Row } from "@portolan/engine";
import type { Show } from "./frame-message.ts";
import { navigate, type PageState, TABS } from "./page-state.ts";
import type { Snapshot } from "./session.ts";
import { Tabs } from "./Tabs.tsx";
import { t } from "./texts.ts";

const ROWS = ["25", "1", "0", "loading", "error"] as const;

export function Previews({ now, state, lang }: { now: Snapshot; state: PageState; lang: Lang }) {
  const { shown, stale, cases } = now;
  const langs: Lang[] = state.lang === "both" ? ["zh", "en"] : [state.lang];
  // The API view is language-independent.
  const framed = state.tab === "api" ? [lang] : langs;
  const show = useMemo<Show | undefined>(() => {
    if (!shown) return undefined;
    const chosen = cases.find(({ name }) => name === state.state);
    const contexts = (cases.find(({ kind }) => kind === "valid")?.contexts ?? {}) as Row;
    const rows = ROWS.find((item) => item === state.state) ?? "25";
    const fails = chosen?.found.some(({ warns }) => !warns) === true;
    return {
      type: "show",
      shown,
      tab: state.tab,
      contexts,
      ...(state.field !== undefined && { field: state.field }),
      rows: rows === "loading" || rows === "error" ? rows : Number(rows),
      ...(state.tab === "form" && chosen
        ? { filled: { record: flattenRecord(shown.plan, chosen.record), contexts: chosen.contexts as Row, fails } }
        : {}),
    };
  }, [shown, cases, state.tab, state.state, state.field]);
  return (
    <>
      <div className="wb-tools">
        <Tabs
          all={TABS}
          open={state.tab}
          name={t("previews")}
          label={(tab) => t(`tab.${tab}`)}
          panel="wb-frames"
          onOpen={(tab) => navigate({ tab, state: undefined })}
        />
        <div className="wb-tools-end">
          {state.tab === "form" && cases.length > 0 && (
            <select
              aria-label={t("filled")}
              value={state.state ?? ""}
              onChange={(event) => navigate({ state: event.target.value || undefined })}
            >
              <option value="">{t("filled.no")}</option>
              {(["valid", "invalid", "case"] as const).map((kind) => {
                const some = cases.filter((result) => result.kind === kind);
                return (
                  some.length > 0 && (
                    <optgroup key={kind} label={t(`kind.${kind}`)}>
                      {some.map(({ name, ok }) => (
                        <option key={name} value={name}>
                          {ok ? name : `✗ ${name}`}
                        </option>
                      ))}
                    </optgroup>
                  )
                );
              })}
            </select>
          )}
          {state.tab === "list" && (
            <select
              aria-label={t("rows")}
              value={state.state ?? "25"}
              onChange={(event) => navigate({ state: event.target.value })}
            >
              {ROWS.map((rows) => (
                <option key={rows} value={rows}>
                  {rows === "loading" || rows === "error"
                    ? t(`rows.${rows}`)
                    : t("rows.count", { count: Number(rows) })}
                </option>
              ))}
            </select>
          )}
          <select
            aria-label={t("width")}
            value={state.w ?? ""}
            onChange={(event) =>
              navigate({ w: event.target.value === "" ? undefined : (Number(event.target.value) as 390 | 768) })
            }
          >
            <option value="">{t("width.full")}</option>
            <option value="390">390</option>
            <option value="768">768</option>
          </select>
          <select
            aria-label={t("previewLang")}
            value={state.lang}
            onChange={(event) => navigate({ lang: event.target.value as PageState["lang"] })}
          >
            <option value="both">{t("lang.both")}</option>
            <option value="zh">{t("lang.zh")}</option>
            <option value="en">{t("lang.en")}</option>
          </select>
        </div>
      </div>
      {stale && shown && (
        <p className="wb-stale" role="status">
          {t("stale")}
        </p>
      )}
      {/* Always mounted, so that screen readers find the tab panel and frames keep their state. */}
      <div
        className="wb-frames"
        id="wb-frames"
        role="tabpanel"
        aria-label={t(`tab.${state.tab}`)}
        data-stale={stale || undefined}
      >
        {framed.map((lang) => (
          <Framed key={lang} lang={lang} show={show} width={state.w} />
        ))}
      </div>
    </>
  );
}

/** `width`: width of the document inside, which is scaled down to fit a narrower pane. */
function Framed({ lang, show, width }: { lang: Lang; show: Show | undefined; width: number | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<{ type: string }>) => {
      if (source === frame.current?.contentWindow && data.type === "ready") setReady(true);
    };
    addEventListener("message", hear);
    const watch = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width));
    watch.observe(box.current!);
    return () => {
      removeEventListener("message", hear);
      watch.disconnect();
    };
  }, []);
  useEffect(() => {
    if (ready && show) frame.current?.contentWindow?.postMessage(show, location.origin);
  }, [ready, show]);
  // Never narrower than a phone.
  const wide = width ?? Math.max(room, 390);
  const scale = room === 0 ? 1 : Math.min(1, room / wide);
  return (
    <section className="wb-frame" aria-label={t(`lang.${lang}`)}>
      <h2 lang={lang === "zh" ? "zh-CN" : "en"}>{t(`lang.${lang}`)}</h2>
      <div ref={box}>
        {!ready && <p className="wb-coming">{t("frame.coming")}</p>}
        {/* The document is our own and trusted, with the same rights as this one. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          src={`/workbench/frame?lang=${lang}`}
          title={t("frame", { lang: t(`lang.${lang}`) })}
          style={{ width: wide, height: "100%", zoom: scale }}
        />
      </div>
    </section>
  );
}
