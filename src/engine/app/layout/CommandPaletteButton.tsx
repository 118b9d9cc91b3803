/** Button that opens the command palette. Ctrl/Cmd+K toggles it, and "/" opens it outside of input fields. */
import { Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { t } from "../client/i18n.ts";
import type { Lang } from "../../model/register.ts";
import { Dialog } from "../../overlay/overlay.tsx";
import type { Grants } from "../session/user.ts";
import { useFrameKeys } from "./use-frame-keys.tsx";
import { useKeyBuffer } from "./use-key-buffer.tsx";
import { usePageState } from "./use-page-state.tsx";

const CommandPalette = lazy(() =>
  import("./CommandPalette.tsx").then((module) => ({ default: module.CommandPalette })),
);
/** Selector of list pages, which bind "/" to their own search field. */
const OWN_SEARCH = ".pt-page";

export function CommandPaletteButton({ grants, lang }: { grants: Grants; lang: Lang }) {
  const [open = false, setOpen] = usePageState<boolean>();
  useFrameKeys((key, { isChord, isSingle, isCovered }) => {
    const isToggle = isChord && key.toLowerCase() === "k";
    if (!isToggle && !(isSingle && key === "/" && !document.querySelector(OWN_SEARCH))) return false;
    // The palette never opens on top of another dialog.
    if (isCovered && !open) return false;
    setOpen(isToggle ? !open : true);
    return true;
  });
  const takeKeys = useKeyBuffer(open);
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
          <CommandPalette grants={grants} lang={lang} takeKeys={takeKeys} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
