/** Button that opens the shortcut dialog, and the setting that enables shortcuts. */
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { areKeysOn, setKeysOn } from "../react/keys-on.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { KeysDialogProps } from "./KeysDialog.tsx";

/** Returns whether the user has enabled shortcuts, and a setter. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const ports = usePorts();
  const [on, setOn] = useState(() => areKeysOn(ports));
  return [
    on,
    (next) => {
      setOn(next);
      setKeysOn(ports, next);
    },
  ];
}

const KeysDialog = createLazyPart<KeysDialogProps>(
  () => import("./KeysDialog.tsx").then((module) => module.KeysDialog),
  () => null,
);

const KEYS_ICON = <Keyboard size={18} strokeWidth={1.5} aria-hidden />;

const prefetchDialog = (): void => void KeysDialog.load().catch(() => undefined);

export function KeysHelp(props: KeysDialogProps) {
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
      {open && <KeysDialog {...props} />}
    </>
  );
}
