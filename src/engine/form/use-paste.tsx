/** Pasting a block of labels and values into any line of a form fills all fields that it names. */
import { type RefObject, useEffect } from "react";
import type { Ports } from "../ports.ts";
import { pairsOf } from "./pasted.ts";
import type { FormStore } from "./store.ts";

export function usePaste(wrapper: RefObject<HTMLElement | null>, store: FormStore, ports: Ports): void {
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      // Long texts keep their lines.
      if (!(event.target instanceof HTMLInputElement)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const pairs = pairsOf(text);
      if (pairs.length === 0) return;
      event.preventDefault();
      const asItIs = () => void document.execCommand("insertText", false, text);
      import("./fill-pasted.ts").then(async ({ fillPasted }) => {
        const n = await fillPasted(store, ports, pairs);
        if (n === 0) asItIs();
        else ports.notify("info", ports.word("form.pasted", { count: n }));
      }).catch(asItIs);
    };
    element.addEventListener("paste", onPaste);
    return () => element.removeEventListener("paste", onPaste);
  }, [wrapper, store, ports]);
}
