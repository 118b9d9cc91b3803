/** Fills a form when labels and values are pasted into one of its inputs. */
import { type RefObject, useEffect } from "react";
import type { Ports } from "../model/ports.ts";
import { parsePairs } from "./pasted.ts";
import type { FormStore } from "../form-store/store.ts";

interface PasteTargetProps {
  wrapper: RefObject<HTMLElement | null>;
  store: FormStore;
  ports: Ports;
}
/** Listens to the form's wrapper and renders nothing. */
export function PasteTarget({ wrapper, store, ports }: PasteTargetProps) {
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      // Text areas receive the text unchanged.
      if (!(event.target instanceof HTMLInputElement)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const pairs = parsePairs(text);
      if (pairs.length === 0) return;
      event.preventDefault();
      const input = event.target;
      const asItIs = () => {
        if (document.activeElement === input) return void document.execCommand("insertText", false, text);
        // The focus may have moved, so insert the text where it was pasted.
        input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
        input.dispatchEvent(new Event("input", { bubbles: true }));
      };
      import("./fill-pasted.ts")
        .then(async ({ fillPasted }) => {
          const { filled, unknown } = await fillPasted(store, ports, pairs);
          if (filled.length === 0) return asItIs();
          const labels = unknown
            .map((field) => store.entity.label(field.name, ports.lang))
            .join(ports.t("filter.join"));
          ports.notify("info", ports.t(labels ? "form.pastedSome" : "form.pasted", { count: filled.length, labels }));
        })
        .catch(asItIs);
    };
    element.addEventListener("paste", onPaste);
    return () => element.removeEventListener("paste", onPaste);
  }, [wrapper, store, ports]);
  return null;
}
