/** Workbench page: items on the left, editor in the middle, previews on the right, problems at the bottom. */
import { CircleHelp, Moon, Save, Sun } from "lucide-react";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { applyColorScheme, chooseColorScheme } from "@portolan/engine/ui";
import type { Lang } from "@portolan/engine";
import { patchText } from "../patch.ts";
import type { Items as All, Mend } from "../protocol.ts";
import { api } from "./api.ts";
import { Card } from "./Card.tsx";
import { Items } from "./Items.tsx";
import { t, storeLang, readLang, setPageLang } from "./texts.ts";
import { isPageShortcut, type Pressed, readPressed } from "./keys.ts";
import { Findings, ProblemsPanel } from "./ProblemsPanel.tsx";
import { navigate, usePageState } from "./page-state.ts";
import { Previews } from "./Previews.tsx";
import { type Snapshot, listFindings, Session } from "./session.ts";
import { Source } from "./Source.tsx";
import { buildFieldPath, type Spot, findSpot } from "./spots.ts";
import { Tabs } from "./Tabs.tsx";

const session = new Session();
const PANES = ["items", "edit", "previews", "lower"] as const;
type Pane = (typeof PANES)[number];

export function Workbench() {
  const [lang, setLang] = useState<Lang>(readLang);
  setPageLang(lang);
  const now = useSyncExternalStore(session.subscribe, session.snapshot);
  const state = usePageState();
  const [all, setAll] = useState<All>();
  const [spot, setSpot] = useState<Spot>();
  const [pane, setPane] = useState<Pane>("edit");
  const keys = useRef<HTMLDialogElement>(null);
  const [dark, setDark] = useState(() => document.documentElement.dataset["theme"] === "dark");

  useEffect(() => {
    const load = () => void api.items().then(setAll);
    load();
    import.meta.hot?.send("schemas:follows");
    import.meta.hot?.on("schemas:saved", () => {
      load();
      void session.follow();
    });
  }, []);
  const item = all?.items.find(({ name }) => name === state.name) ?? (state.name === "" ? all?.items[0] : undefined);
  useEffect(() => {
    if (!item) return;
    if (state.name === "") navigate({ name: item.name });
    void session.open(item);
    // An item is identified by its path, even after the list has reloaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [item?.path]);
  useEffect(() => {
    document.title = `${item ? `${item.label[lang]} · ` : ""}${t("title")}`;
  }, [item, lang]);
  useKeys({ save: () => void session.save(), help: () => keys.current?.showModal(), setPane });
  const unsaved = [...now.files.values()].some(({ text, was }) => text !== was);
  useEffect(() => {
    if (!unsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventUnload);
    return () => removeEventListener("beforeunload", preventUnload);
  }, [unsaved]);

  const forget = useCallback(() => setSpot(undefined), []);
  const active = now.files.get(now.active ?? "");
  const file = item && now.files.get(item.path);
  const show = async (to: Spot) => {
    navigate({ mode: "source" });
    setPane("edit");
    await session.show(to.path);
    setSpot({ ...to });
  };
  const field = (name: string) => {
    setPane("edit");
    navigate({ field: name });
    const at = file && now.shown && findSpot(file, buildFieldPath(now.shown.kind, name));
    if (at && state.mode === "source") void show(at);
  };
  /** Adds a text field of up to 40 characters, to be refined in the card. */
  const add = (name: string) => {
    if (!file) return;
    session.edit(
      file.path,
      patchText(file.text, [...(item?.kind === "call" ? ["request"] : []), "properties", name], {
        type: "string",
        maxLength: 40,
        "x-label": { zh: name, en: name },
      }),
    );
    setPane("edit");
    navigate({ field: name, mode: "card" });
  };
  const cases = now.shown?.casesFile;
  const mend = (what: Mend["what"]) => {
    navigate({ mode: "source" });
    setPane("edit");
    void session.mend(what);
  };
  return (
    <div className="wb" data-pane={pane}>
      <header className="wb-head">
        <h1>
          <a href="/workbench/">{t("title")}</a>
        </h1>
        <p className="wb-which">
          {item && (
            <>
              <b>{item.label[lang]}</b> <code>{item.path}</code>
            </>
          )}
        </p>
        <Saved
          now={now}
          onTake={(path, text) => session.take(path, text)}
          onKeep={(path, was) => session.keep(path, was)}
        />
        <button
          type="button"
          className="btn"
          data-main
          data-small
          aria-keyshortcuts="Control+S"
          disabled={!active || active.text === active.was || now.saving}
          onClick={() => void session.save()}
        >
          <Save size={16} strokeWidth={1.75} aria-hidden />
          {t("save")}
        </button>
        <button
          type="button"
          className="btn"
          data-quiet
          data-small
          lang={lang === "zh" ? "en" : "zh-CN"}
          onClick={() => {
            const next = lang === "zh" ? "en" : "zh";
            storeLang(next);
            setLang(next);
          }}
        >
          {lang === "zh" ? "English" : "中文"}
        </button>
        <button
          type="button"
          className="btn"
          data-quiet
          data-small
          aria-label={t(dark ? "light" : "dark")}
          title={t(dark ? "light" : "dark")}
          onClick={() => {
            chooseColorScheme(dark ? "light" : "dark");
            applyColorScheme();
            setDark(!dark);
          }}
        >
          {dark ? <Sun size={18} strokeWidth={1.5} aria-hidden /> : <Moon size={18} strokeWidth={1.5} aria-hidden />}
        </button>
        <button
          type="button"
          className="btn"
          data-quiet
          data-small
          aria-label={t("keys")}
          title={`${t("keys")} ?`}
          onClick={() => keys.current?.showModal()}
        >
          <CircleHelp size={18} strokeWidth={1.5} aria-hidden />
        </button>
      </header>
      <div className="wb-panes">
        <Tabs<Pane>
          all={PANES}
          open={pane}
          name={t("panes")}
          panel="wb-main"
          label={(item) => t(`pane.${item}`)}
          onOpen={setPane}
        />
      </div>
      <main id="wb-main">
        <nav className="wb-items" data-pane="items" aria-label={t("pane.items")} tabIndex={-1}>
          <Items
            items={all?.items ?? []}
            now={now}
            state={state}
            lang={lang}
            onOpen={(name) => navigate({ name, field: undefined, state: undefined })}
            onField={field}
            onNew={add}
          />
        </nav>
        <section className="wb-edit" data-pane="edit" aria-label={t("pane.edit")} tabIndex={-1}>
          <div className="wb-tools">
            <Tabs
              all={["source", "card"] as const}
              open={state.mode}
              name={t("modes")}
              panel="wb-edit"
              label={(mode) => t(`mode.${mode}`)}
              onOpen={(mode) => navigate({ mode })}
            />
            {state.mode === "source" && item && cases && (
              <div className="wb-tools-end">
                <select
                  aria-label={t("file")}
                  value={now.active}
                  onChange={(event) => void session.show(event.target.value)}
                >
                  <option value={item.path}>{item.path.split("/").at(-1)}</option>
                  <option value={cases}>cases.json</option>
                  {now.active !== undefined && now.active !== item.path && now.active !== cases && (
                    <option value={now.active}>{now.active.split("/").slice(-2).join("/")}</option>
                  )}
                </select>
              </div>
            )}
          </div>
          <div className="wb-scroll" id="wb-edit" role="tabpanel" aria-label={t(`mode.${state.mode}`)}>
            {state.mode === "source" && active && (
              <Source
                key={lang}
                path={active.path}
                text={active.text}
                onEdit={(text) => session.edit(active.path, text)}
                findings={listFindings(now)}
                spot={spot}
                onSpot={forget}
              />
            )}
            {state.mode === "card" &&
              (file && now.shown?.name === item?.name && now.shown && state.field ? (
                <Card
                  key={state.field}
                  text={file.text}
                  shown={now.shown}
                  field={state.field}
                  keywords={all?.keywords ?? []}
                  lang={lang}
                  onEdit={(text) => session.edit(file.path, text)}
                  onShared={async ({ path, name }) => {
                    await session.show(path);
                    const of = session.snapshot().files.get(path);
                    const at = of && findSpot(of, ["$defs", name]);
                    if (at) void show(at);
                  }}
                  onSource={(keyword) => {
                    const at = findSpot(file, [
                      ...buildFieldPath(now.shown?.kind ?? "entity", state.field!),
                      ...(keyword ? [keyword] : []),
                    ]);
                    if (at) void show(at);
                  }}
                />
              ) : (
                <p className="wb-none">{t("card.choose")}</p>
              ))}
          </div>
        </section>
        <section className="wb-previews" data-pane="previews" aria-label={t("pane.previews")} tabIndex={-1}>
          {all && all.findings.length > 0 ? (
            <>
              <p className="wb-none">{t("broken")}</p>
              <Findings findings={all.findings} onSpot={(to) => void show(to)} />
            </>
          ) : (
            <Previews now={now} state={state} lang={lang} />
          )}
        </section>
        <section className="wb-lower" data-pane="lower" aria-label={t("pane.lower")} tabIndex={-1}>
          <ProblemsPanel now={now} state={state} lang={lang} onSpot={(to) => void show(to)} onMend={mend} />
        </section>
      </main>
      <Keys dialog={keys} />
    </div>
  );
}

interface KeyHandlers {
  save(): void;
  help(): void;
  setPane(pane: Pane): void;
}
/** Page-wide keyboard shortcuts, including those pressed inside a frame. */
function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const pressed = ({ key, shift }: Pressed) => {
      if (key === "F6") focusPane(shift ? -1 : 1, latest.current.setPane);
      else if (key === "?") latest.current.help();
      else latest.current.save();
    };
    const down = (event: KeyboardEvent) => {
      const press = readPressed(event);
      if (!isPageShortcut(press)) return;
      event.preventDefault();
      pressed(press);
    };
    const onMessage = ({ origin, data }: MessageEvent<{ type: string; pressed: Pressed }>) => {
      if (origin === location.origin && data.type === "key") pressed(data.pressed);
    };
    addEventListener("keydown", down);
    addEventListener("message", onMessage);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("message", onMessage);
    };
  }, []);
}

/** Moves the focus to the next or previous pane. */
function focusPane(by: 1 | -1, setPane: (pane: Pane) => void): void {
  const panes = [...document.querySelectorAll<HTMLElement>("main > [data-pane]")];
  const index = panes.findIndex((button) => button.contains(document.activeElement));
  const next = panes[(index + by + panes.length) % panes.length]!;
  setPane(next.dataset["pane"] as Pane);
  // A hidden pane becomes visible in the next frame.
  requestAnimationFrame(() =>
    (
      next.querySelector<HTMLElement>('[tabindex="0"], input, [aria-selected="true"], button, .cm-content') ?? next
    ).focus(),
  );
}

const KEYS = [
  ["Ctrl+S", "keys.save"],
  ["F6", "keys.panes"],
  ["Ctrl+Space", "keys.complete"],
  ["Ctrl+Z", "keys.undo"],
  ["Ctrl+F", "keys.find"],
  ["?", "keys.help"],
] as const;

/** Dialog listing the page's keyboard shortcuts. */
function Keys({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} className="wb-keys" aria-labelledby="wb-keys">
      <h2 id="wb-keys">{t("keys")}</h2>
      <dl>
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="btn" data-small>
          {t("close")}
        </button>
      </form>
    </dialog>
  );
}

interface SavedProps {
  now: Snapshot;
  onTake(path: string, text: string): void;
  onKeep(path: string, was: string): void;
}

/** Save state of the file, and why saving was refused. */
function Saved({ now, onTake, onKeep }: SavedProps) {
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
