/** Dialog that lists the keyboard shortcuts and turns them on or off. */
import { Dialog } from "../overlay/overlay.tsx";
import { usePorts } from "../react/ports-context.tsx";

export interface ShortcutsDialogProps {
  open: boolean;
  onOpen(open: boolean): void;
  on: boolean;
  onSwitch(on: boolean): void;
}

const SHORTCUTS: readonly (readonly [keys: string, word: string])[] = [
  ["/", "search"],
  ["f", "filters"],
  ["j  k", "rows"],
  ["Enter", "open"],
  ["x", "select"],
  ["Shift x", "range"],
  ["e", "export"],
  ["[  ]", "step"],
  ["Esc", "close"],
  ["?", "help"],
];

const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus();

export function ShortcutsDialog({ onOpen, on, onSwitch }: ShortcutsDialogProps) {
  const { t } = usePorts();
  return (
    <Dialog open onClose={() => onOpen(false)} labelledBy="list-keys">
      <h2 id="list-keys">{t("list.keys")}</h2>
      <dl className="pt-keys">
        {SHORTCUTS.map(([keys, name]) => (
          <div key={name}>
            <dt>
              {keys.split(/ +/).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`list.key.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="pt-check">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        {t("list.keysOn")}
      </label>
      <div className="pt-dialog-foot">
        <button type="button" className="btn" ref={focusOnMount} onClick={() => onOpen(false)}>
          {t("list.close")}
        </button>
      </div>
    </Dialog>
  );
}
