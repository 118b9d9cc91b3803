/** Dialog listing the page's keyboard shortcuts. */
import type { RefObject } from "react";
import { t } from "./texts.ts";

const KEYS = [
  ["Ctrl+S", "keys.save"],
  ["F6", "keys.panes"],
  ["Ctrl+Space", "keys.complete"],
  ["Ctrl+Z", "keys.undo"],
  ["Ctrl+F", "keys.find"],
  ["?", "keys.help"],
] as const;

export function Keys({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} className="wb-keys" aria-labelledby="wb-keys">
      <h2 id="wb-keys">{t("keys")}</h2>
      <dl>
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="btn" data-small>
          {t("close")}
        </button>
      </form>
    </dialog>
  );
}
