/** Button that opens the shortcut dialog, and the setting that enables shortcuts. */
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { areShortcutsEnabled, setShortcutsEnabled } from "../react/shortcuts-enabled.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ShortcutsDialogProps } from "./ShortcutsDialog.tsx";

/** Returns whether the user has enabled shortcuts, and a setter. */
export function useShortcutsEnabled(): [boolean, (on: boolean) => void] {
  const ports = usePorts();
  const [on, setOn] = useState(() => areShortcutsEnabled(ports));
  return [
    on,
    (next) => {
      setOn(next);
      setShortcutsEnabled(ports, next);
    },
  ];
}

const ShortcutsDialog = createLazyPart<ShortcutsDialogProps>(
  () => import("./ShortcutsDialog.tsx").then((module) => module.ShortcutsDialog),
  () => null,
);

const KEYS_ICON = <Keyboard size={18} strokeWidth={1.5} aria-hidden />;

const prefetchDialog = (): void => void ShortcutsDialog.load().catch(() => undefined);

export function ShortcutsHelp(props: ShortcutsDialogProps) {
  const { open, onOpen } = props;
  const { t } = usePorts();
  return (
    <>
      <button
        type="button"
        className="pt-tool pt-keys-button"
        aria-label={t("list.keys")}
        title={t("list.keys")}
        onClick={() => onOpen(true)}
        onPointerEnter={prefetchDialog}
        onFocus={prefetchDialog}
      >
        {KEYS_ICON}
      </button>
      {open && <ShortcutsDialog {...props} />}
    </>
  );
}
