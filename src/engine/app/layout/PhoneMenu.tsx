/** Menu below 580 px, as a drawer over the page. Its content loads when it opens. */
import { Menu } from "lucide-react";
import { useId } from "react";
import { t } from "../client/i18n.ts";
import { Drawer } from "../../overlay/overlay.tsx";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { StandingBadge } from "./StandingStatus.tsx";
import type { PhoneMenuContentProps } from "./PhoneMenuContent.tsx";
import { usePageState } from "./use-page-state.tsx";

const PhoneMenuContent = createLazyPart<PhoneMenuContentProps>(
  () => import("./PhoneMenuContent.tsx").then((module) => module.PhoneMenuContent),
  () => <div className="panel-wait" aria-hidden />,
);

export type PhoneMenuProps = Omit<PhoneMenuContentProps, "close">;
export function PhoneMenu({ areas, grants, onDialog }: PhoneMenuProps) {
  const standing = useId();
  const [open = false, setOpen] = usePageState<boolean>();
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="bar-place"
        aria-describedby={standing}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => void PhoneMenuContent.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <span className="bar-icon">
          <Menu size={20} strokeWidth={1.5} aria-hidden />
          <span aria-hidden>
            <StandingBadge id={standing} className="menu-mark" />
          </span>
        </span>
        {t("menu")}
      </button>
      <Drawer open={open} onClose={close} side="start" label={t("menu")}>
        <ErrorBoundary>
          <PhoneMenuContent areas={areas} grants={grants} close={close} onDialog={onDialog} />
        </ErrorBoundary>
      </Drawer>
    </>
  );
}
