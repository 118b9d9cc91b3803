/**
 * Handles events on the form's wrapper: values are read on `input` and validated from `focusout` on. Text being
 * composed in an IME is ignored until the composition ends.
 */
import { type RefObject, useEffect } from "react";
import { attachListeners } from "../base/attach-listeners.ts";
import { findBinding } from "../controls/bindings.ts";
import type { FormStore } from "../form-store/store.ts";

export function useFormEvents(wrapper: RefObject<HTMLElement | null>, store: FormStore): void {
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return undefined;
    const onInput = (event: Event) => {
      if ("isComposing" in event && event.isComposing) return;
      if (event.target instanceof Element) findBinding(event.target)?.read(event.target);
    };
    const onFocusIn = (event: FocusEvent) => findBinding(event.target)?.enter?.();
    const onFocusOut = (event: FocusEvent) => {
      const binding = findBinding(event.target);
      if (!binding || binding === findBinding(event.relatedTarget)) return;
      binding.leave?.();
      store.blur(binding.leaf);
    };
    return attachListeners((signal) => {
      element.addEventListener("input", onInput, { signal });
      element.addEventListener("compositionend", onInput, { signal });
      element.addEventListener("focusin", onFocusIn, { signal });
      element.addEventListener("focusout", onFocusOut, { signal });
    });
  }, [wrapper, store]);
}
