/** Listens at the form's wrapper: values at `input`, verdicts from `focusout` on. Text of an unfinished IME composition is left alone. */
import { type RefObject, useEffect } from "react";
import { bindingOf } from "../controls/bindings.ts";
import type { FormStore } from "../form-store/store.ts";

export function useFormEvents(wrapper: RefObject<HTMLElement | null>, store: FormStore): void {
  useEffect(() => {
    const element = wrapper.current;
    if (!element) return;
    const onInput = (event: Event) => {
      if (!(event as InputEvent).isComposing) bindingOf(event.target)?.read(event.target as Element);
    };
    const onFocusIn = (event: FocusEvent) => bindingOf(event.target)?.enter?.();
    const onFocusOut = (event: FocusEvent) => {
      const binding = bindingOf(event.target);
      if (!binding || binding === bindingOf(event.relatedTarget)) return;
      binding.leave?.();
      store.blur(binding.leaf);
    };
    const listeners: [string, (event: any) => void][] = [
      ["input", onInput],
      ["compositionend", onInput],
      ["focusin", onFocusIn],
      ["focusout", onFocusOut],
    ];
    for (const [name, run] of listeners) element.addEventListener(name, run);
    return () => {
      for (const [name, run] of listeners) element.removeEventListener(name, run);
    };
  }, [wrapper, store]);
}
