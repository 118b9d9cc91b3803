/** The keys of a list, in words, and the switch that turns them off. */
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { Dialog } from "../overlay/overlay.tsx";
import { usePorts } from "../ports-context.tsx";
import { readStored, writeStored } from "./stored.ts";

const KEYS: readonly (readonly [keys: string, word: string])[] = [
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

/** Whether this person wants keys; kept in the browser. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const name = `list.${usePorts().user()}.keys`;
  const [on, setOn] = useState(() => readStored(name) !== false);
  return [
    on,
    (next) => {
      setOn(next);
      writeStored(name, next ? undefined : false);
    },
  ];
}

const focused = (button: HTMLButtonElement | null): void => button?.focus();

interface HelpProps {
  open: boolean;
  onOpen(open: boolean): void;
  on: boolean;
  onSwitch(on: boolean): void;
}
export function KeysHelp({ open, onOpen, on, onSwitch }: HelpProps) {
  const { word } = usePorts();
  return (
    <>
      <button type="button" className="pt-tool pt-keys-button" aria-label={word("list.keys")} title={word("list.keys")} onClick={() => onOpen(true)}>
        <Keyboard size={18} strokeWidth={1.5} aria-hidden />
      </button>
      <Dialog open={open} onClose={() => onOpen(false)} labelledBy="list-keys">
        <h2 id="list-keys">{word("list.keys")}</h2>
        <dl className="pt-keys">
          {KEYS.map(([keys, name]) => (
            <div key={name}>
              <dt>
                {keys.split(/ +/).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{word(`list.key.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <label className="pt-check">
          <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
          {word("list.keysOn")}
        </label>
        <div className="pt-dialog-foot">
          <button type="button" className="btn" ref={focused} onClick={() => onOpen(false)}>
            {word("list.close")}
          </button>
        </div>
      </Dialog>
    </>
  );
}
