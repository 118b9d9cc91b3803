/**
 * Keyboard driver: moves with Tab, finds controls by accessible name, types, and presses arrow keys, Enter and Space.
 */
import { expect, type Page } from "@playwright/test";

const MAX_TABS = 120;

/** Returns the accessible name of the focused control, or the name of its group when several controls share it. */
const nameOfFocused = (): { name: string; group: string; summary: boolean } => {
  const text = (element: Element | null | undefined) => (element?.textContent ?? "").trim();
  const byId = (ids: string | null | undefined) =>
    (ids ?? "")
      .split(" ")
      .map((id) => text(document.getElementById(id)))
      .join(" ")
      .trim();
  const element = document.activeElement as HTMLInputElement | null;
  if (!element || element === document.body) return { name: "", group: "", summary: false };
  const name =
    element.getAttribute("aria-label") ??
    (byId(element.getAttribute("aria-labelledby")) || text(element.labels?.[0]) || text(element));
  const group = element.closest("[role=radiogroup]");
  return {
    name,
    group: byId(group?.getAttribute("aria-labelledby")),
    summary: element.closest("[data-summary]") !== null,
  };
};

export class Keyboard {
  constructor(readonly page: Page) {
    // Must subscribe before pressing the key, otherwise the browser opens its native file chooser.
    page.on("filechooser", () => undefined);
  }

  press = (key: string, times = 1): Promise<void> =>
    Array.from({ length: times }).reduce<Promise<void>>(
      (before) => before.then(() => this.page.keyboard.press(key)),
      Promise.resolve(),
    );
  type = (text: string): Promise<void> => this.page.keyboard.insertText(text);
  focused = (): Promise<{ name: string; group: string; summary: boolean }> => this.page.evaluate(nameOfFocused);

  /**
   * Presses Tab or Shift+Tab until the named control is focused. With `summary`, looks for the link of that name in the
   * error summary.
   */
  async to(name: string, key: "Tab" | "Shift+Tab" = "Tab", summary = false): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step <= MAX_TABS; step++) {
      const focused = await this.focused();
      if (focused.summary === summary && (focused.name === name || focused.group === name)) return;
      passed.push(focused.name);
      await this.press(key);
    }
    throw new Error(`${key} never came to "${name}", only to ${passed.join(" | ")}`);
  }
  async write(name: string, text: string): Promise<void> {
    await this.to(name);
    await this.type(text);
  }
  /** Selects a combobox option: types, waits for the match, then presses the arrow key and Enter. */
  async choose(name: string, typed: string, option: string): Promise<void> {
    await this.to(name);
    await this.type(typed);
    await expect(
      this.page.locator("[role=listbox][aria-busy=false]").getByRole("option", { name: option }).first(),
    ).toBeVisible();
    for (let step = 0; step < 20; step++) {
      const active = await this.page.evaluate(() => document.activeElement?.getAttribute("aria-activedescendant"));
      if (active && (await this.page.locator(`[id="${active}"]`).innerText()).includes(option)) break;
      await this.press("ArrowDown");
    }
    await this.press("Enter");
    await expect(this.page.getByRole("listbox")).toBeHidden();
  }
  /** Selects an option of a native select by prefix, using the arrow keys. */
  async select(name: string, option: string): Promise<void> {
    await this.to(name);
    // Long lists, such as dialling codes, load after the form.
    await expect
      .poll(
        () =>
          this.page.evaluate(
            (wanted) =>
              [...(document.activeElement as HTMLSelectElement).options].some(({ text }) => text.startsWith(wanted)),
            option,
          ),
        `"${name}" offers "${option}"`,
      )
      .toBe(true);
    const chosen = () =>
      this.page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text ?? "");
    const most = await this.page.evaluate(() => (document.activeElement as HTMLSelectElement).options.length);
    await this.press("Home");
    for (let step = 0; step < most && !(await chosen()).startsWith(option); step++) await this.press("ArrowDown");
    expect(await chosen()).toContain(option);
  }
  /** Selects a radio button: Space checks the focused one, arrow keys move. */
  async radio(name: string, option: string): Promise<void> {
    await this.to(name);
    await this.press("Space");
    for (let step = 0; step < 4 && (await this.focused()).name !== option; step++) await this.press("ArrowRight");
    expect((await this.focused()).name).toBe(option);
  }
  /** Attaches files to a file input by opening its chooser with the keyboard. */
  async attach(
    name: string,
    key: "Enter" | "Space",
    file: { name: string; mimeType: string; buffer: Buffer },
  ): Promise<void> {
    await this.to(name);
    const [chooser] = await Promise.all([this.page.waitForEvent("filechooser"), this.press(key)]);
    await chooser.setFiles(file);
  }
  async pressOn(name: string, key: "Enter" | "Space" = "Enter"): Promise<void> {
    await this.to(name);
    await this.press(key);
  }
}
