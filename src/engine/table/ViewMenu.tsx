/** Menu of a saved view and the form for its name. */
import { type FormEvent, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";
import { NAME_LENGTH, type SavedView } from "./saved-views.ts";
import type { SavedViews } from "./use-views.tsx";

export interface ViewMenuProps {
  view: SavedView;
  saved: SavedViews;
  close(): void;
}
export function ViewMenu({ view, saved, close }: ViewMenuProps) {
  const { t } = usePorts();
  const [naming, setNaming] = useState(false);
  const item = (text: string, run: () => void) => (
    <button
      type="button"
      className="pt-item"
      onClick={() => {
        run();
        close();
      }}
    >
      {text}
    </button>
  );
  if (naming) {
    return (
      <NameForm
        name={view.name}
        onName={(name) => {
          saved.change(view.id, { name });
          close();
        }}
      />
    );
  }
  return (
    <div className="pt-menu">
      <button type="button" className="pt-item" onClick={() => setNaming(true)}>
        {t("list.viewRename")}
      </button>
      {item(t(view.default ? "list.viewNoDefault" : "list.viewDefault"), () =>
        saved.change(view.id, { default: view.default ? undefined : true }),
      )}
      {item(t("list.viewLink"), () => void saved.copyLink(view))}
      {item(t("list.viewRemove"), () => saved.change(view.id, undefined))}
    </div>
  );
}

/** Focuses the only field of the panel on mount. */
const focusOnMount = (input: HTMLInputElement | null): void => input?.focus();

export function NameForm({ name, onName }: { name: string; onName(name: string): void }) {
  const { t } = usePorts();
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onName(text.trim());
  };
  return (
    <form className="pt-range" onSubmit={submit}>
      <label className="pt-filter">
        <span className="pt-filter-label">{t("list.viewName")}</span>
        <input
          className="pt-control"
          ref={focusOnMount}
          value={text}
          maxLength={NAME_LENGTH}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="btn" data-main data-small disabled={text.trim() === ""}>
        {t("list.viewKeep")}
      </button>
    </form>
  );
}
