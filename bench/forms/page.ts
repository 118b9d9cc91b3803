/** Interface of every contestant's page, which the benchmark drives and checks. */
import { type FormName } from "./make.ts";

export interface Contestant {
  /** Renders the form. Resolves when its fields are in the DOM. */
  mount(form: FormName, host: HTMLElement): Promise<void> | void;
  unmount(): void;
  /** Clicks the form's submit button. */
  submit(): void;
  /** Selector of the visible error messages. */
  errors: string;
  /** Switches to validation on every change, where supported. */
  live?(): void;
}
declare global {
  interface Window {
    bench: {
      mount(form: FormName): Promise<void>;
      unmount(): void;
      submit(): void;
      live(): void;
      /** Focuses the first text field. */
      focusFirst(): void;
      value(): string;
      state(): { controls: number; errors: number; focus: string };
      longest: number;
      /** Sum of unexpected layout shifts. */
      shift: number;
    };
  }
}
const CONTROLS = "input:not([type=hidden]):not([aria-hidden=true]), select, textarea, [role=combobox]:not(input)";

export function serve(contestant: Contestant): void {
  const host = document.getElementById("root")!;
  const first = () =>
    host.querySelector<HTMLInputElement>(
      "input:not([type=hidden]):not([type=date]):not([type=checkbox]):not([aria-hidden=true])",
    )!;
  window.bench = {
    mount: async (form) => contestant.mount(form, host),
    unmount: () => contestant.unmount(),
    submit: () => contestant.submit(),
    live: () => contestant.live?.(),
    focusFirst: () => first().focus(),
    value: () => first().value,
    state: () => {
      const active = document.activeElement;
      const where = active?.closest("[data-summary]")
        ? "summary"
        : active && host.contains(active)
          ? active === first()
            ? "first"
            : active.tagName
          : "none";
      const shown = [...host.querySelectorAll(contestant.errors)].filter((element) => element.textContent?.trim());
      return { controls: host.querySelectorAll(CONTROLS).length, errors: shown.length, focus: where };
    },
    longest: 0,
    shift: 0,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.longest = Math.max(window.bench.longest, entry.duration);
  }).observe({ type: "longtask", buffered: false });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[])
      if (!entry.hadRecentInput) window.bench.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const wanted = new URLSearchParams(location.search).get("form");
  if (wanted) void window.bench.mount(wanted as FormName);
}
