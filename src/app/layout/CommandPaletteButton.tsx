/** Opens the palette: a button, Ctrl/Cmd+K anywhere, "/" outside of input fields. */
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { t } from "../../client/i18n.ts";
import type { Lang } from "../../engine/index.ts";
import { Dialog } from "../../engine/ui.tsx";
import type { Grants } from "../session/user.ts";
import { usePageState } from "./use-page-state.tsx";

const CommandPalette = lazy(() =>
  import("./CommandPalette.tsx").then((module) => ({ default: module.CommandPalette })),
);
const TYPING = "input, textarea, select, [contenteditable], [role=dialog]";
const OVER = ".ov-dialog, .ov-drawer";
/** A list's own search field takes "/" on its page. */
const OWN_SEARCH = ".pt-page";

export function CommandPaletteButton({ grants, lang }: { grants: Grants; lang: Lang }) {
  const [open = false, setOpen] = usePageState<boolean>();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
      const slash =
        event.key === "/" &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !(event.target as Element).closest?.(TYPING) &&
        !document.querySelector(OWN_SEARCH);
      if (!chord && !slash) return;
      // An open dialog has to be closed first.
      if (!open && document.querySelector(OVER)) return;
      event.preventDefault();
      setOpen(chord ? !open : true);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [open, setOpen]);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="icon-btn"
        aria-label={t("palette.open")}
        title={`${t("palette.open")} Ctrl K`}
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <Search size={20} strokeWidth={1.5} aria-hidden />
      </button>
      <Dialog open={open} onClose={close} label={t("palette.title")}>
        <Suspense fallback={<div className="palette" aria-hidden />}>
          <CommandPalette grants={grants} lang={lang} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
