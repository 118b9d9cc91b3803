/** Button of the shortcut dialog and the setting that enables shortcuts. */
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { areKeysOn, switchKeys } from "../react/keys-on.ts";
import { lazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { KeysDialogProps } from "./KeysDialog.tsx";

/** Returns whether the user enabled shortcuts, and the setter. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const ports = usePorts();
  const [on, setOn] = useState(() => areKeysOn(ports));
  return [
    on,
    (next) => {
      setOn(next);
      switchKeys(ports, next);
    },
  ];
}

const KeysDialog = lazyPart<KeysDialogProps>(
  () => import("./KeysDialog.tsx").then((module) => module.KeysDialog),
  () => null,
);

const near = (): void => void KeysDialog.load().catch(() => undefined);

export function KeysHelp(props: KeysDialogProps) {
  const { open, onOpen } = props;
  const { word } = usePorts();
  return (
    <>
      <button
        type="button"
        className="pt-tool pt-keys-button"
        aria-label={word("list.keys")}
        title={word("list.keys")}
        onClick={() => onOpen(true)}
        onPointerEnter={near}
        onFocus={near}
      >
        <Keyboard size={18} strokeWidth={1.5} aria-hidden />
      </button>
      {open && <KeysDialog {...props} />}
    </>
  );
}
