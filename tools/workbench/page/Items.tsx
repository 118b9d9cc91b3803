/** Lists the entities and calls, and the fields of the open one, each marked when it has findings. */
import { useEffect, useRef, useState } from "react";
import type { Lang } from "@portolan/engine";
import type { Item } from "../protocol.ts";
import type { PageState } from "./page-state.ts";
import { listFindings, type Snapshot } from "./session.ts";
import { findFieldAt } from "./spots.ts";
import { t } from "./texts.ts";

type Mark = "wrong" | "open" | "hidden";
interface ItemsProps {
  items: readonly Item[];
  now: Snapshot;
  state: PageState;
  lang: Lang;
  onOpen(name: string): void;
  onField(name: string): void;
  onNew(name: string): void;
}

export function Items({ items, now, state, lang, onOpen, onField, onNew }: ItemsProps) {
  const [q, setQ] = useState("");
  const current = useRef<HTMLButtonElement>(null);
  const there = now.shown?.name === state.name;
  useEffect(() => {
    if (there) void current.current?.scrollIntoView({ block: "start" });
  }, [there]);
  const wanted = q.trim().toLowerCase();
  const found = items.filter(({ name, label }) =>
    [name, label.zh, label.en].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <div className="wb-search">
        <input
          type="search"
          value={q}
          placeholder={t("search")}
          aria-label={t("search")}
          onChange={(event) => setQ(event.target.value)}
        />
      </div>
      <div className="wb-scroll">
        {(["entity", "call"] as const).map((kind) => {
          const some = found.filter((item) => item.kind === kind);
          return (
            some.length > 0 && (
              <section key={kind}>
                <h2>{t(`items.${kind}`)}</h2>
                <ul>
                  {some.map((item) => (
                    <li key={item.name}>
                      <button
                        type="button"
                        className="wb-item"
                        ref={item.name === state.name ? current : undefined}
                        aria-current={item.name === state.name || undefined}
                        onClick={() => onOpen(item.name)}
                      >
                        {item.label[lang]}
                        {item.label[lang] !== item.name && <code>{item.name}</code>}
                      </button>
                      {item.name === state.name && now.shown?.name === item.name && (
                        <Fields now={now} state={state} lang={lang} onField={onField} onNew={onNew} />
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
        {found.length === 0 && items.length > 0 && <p className="wb-none">{t("nothing")}</p>}
      </div>
    </>
  );
}

function Fields({
  now,
  state,
  lang,
  onField,
  onNew,
}: Pick<ItemsProps, "now" | "state" | "lang" | "onField" | "onNew">) {
  const [name, setName] = useState("");
  const { shown, unguarded, files, item } = now;
  const file = files.get(item?.path ?? "");
  if (!shown || !file) return null;
  const wrong = new Set(
    listFindings(now).flatMap((finding) =>
      finding.severity === "error" && finding.file === file.path ? [findFieldAt(file, finding)] : [],
    ),
  );
  const hidden = new Set(shown.plan.show.map(({ field }) => field));
  const markOf = (name: string): Mark | undefined => {
    if (wrong.has(name)) return "wrong";
    if (unguarded.some(({ field }) => field === name || field.startsWith(`${name}.`))) return "open";
    return hidden.has(name) ? "hidden" : undefined;
  };
  const isNew =
    /^[A-Za-z][A-Za-z0-9]*$/.test(name) &&
    !shown.plan.fields.some((field) => field.name === name || field.name.startsWith(`${name}.`));
  return (
    <>
      <ul className="wb-fields">
        {shown.plan.fields.map(({ name, required }) => {
          const mark = markOf(name);
          return (
            <li key={name}>
              <button
                type="button"
                className="wb-item"
                aria-pressed={state.field === name}
                onClick={() => onField(name)}
              >
                <span>
                  {shown.texts[lang][`field.${name}.label`] ?? name}
                  {required && <i aria-label="required">*</i>}
                </span>
                <code>{name}</code>
                {mark && (
                  <span
                    className="wb-dot"
                    data-mark={mark}
                    role="img"
                    aria-label={t(`mark.${mark}`)}
                    title={t(`mark.${mark}`)}
                  />
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <form
        className="wb-new"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isNew) return;
          onNew(name);
          setName("");
        }}
      >
        <input
          value={name}
          placeholder={t("new.name")}
          aria-label={t("new.name")}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn" data-small disabled={!isNew}>
          {t("new.add")}
        </button>
      </form>
    </>
  );
}
