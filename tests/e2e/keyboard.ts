/** A person without a mouse: goes from control to control by Tab, knows them by their names, types, presses arrows, Enter and Space. */
import { expect, type Page } from "@playwright/test";

const MOST_TABS = 60;

/** What a reader calls the focused control; for one of several under one name, the group's. */
const nameOfFocused = (): { name: string; group: string } => {
  const text = (element: Element | null | undefined) => (element?.textContent ?? "").trim();
  const byId = (ids: string | null | undefined) => (ids ?? "").split(" ").map((id) => text(document.getElementById(id))).join(" ").trim();
  const element = document.activeElement as HTMLInputElement | null;
  if (!element || element === document.body) return { name: "", group: "" };
  const name = element.getAttribute("aria-label") ?? (byId(element.getAttribute("aria-labelledby")) || text(element.labels?.[0]) || text(element));
  const group = element.closest("[role=radiogroup]");
  return { name, group: byId(group?.getAttribute("aria-labelledby")) };
};

export class Keyboard {
  constructor(readonly page: Page) {}

  press = (key: string, times = 1): Promise<void> => Array.from({ length: times }).reduce<Promise<void>>((before) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  type = (text: string): Promise<void> => this.page.keyboard.insertText(text);
  focused = (): Promise<{ name: string; group: string }> => this.page.evaluate(nameOfFocused);

  /** Tab, or Shift+Tab, until the focus is on the control of this name. */
  async to(name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step <= MOST_TABS; step++) {
      const focused = await this.focused();
      if (focused.name === name || focused.group === name) return;
      passed.push(focused.name);
      await this.press(key);
    }
    throw new Error(`${key} never came to "${name}", only to ${passed.join(" | ")}`);
  }
  async write(name: string, text: string): Promise<void> {
    await this.to(name);
    await this.type(text);
  }
  /** A searchable list: type, wait for the match, arrow, Enter. */
  async choose(name: string, typed: string, option: string): Promise<void> {
    await this.to(name);
    await this.type(typed);
    await expect(this.page.getByRole("option", { name: option }).first()).toBeVisible();
    const box = this.page.getByRole("combobox", { name, exact: true });
    for (let step = 0; step < 20; step++) {
      const active = await box.getAttribute("aria-activedescendant");
      if (active && (await this.page.locator(`[id="${active}"]`).innerText()).includes(option)) break;
      await this.press("ArrowDown");
    }
    await this.press("Enter");
    await expect(this.page.getByRole("listbox")).toBeHidden();
  }
  /** A native list: the first letters of the option's words. */
  async select(name: string, letters: string): Promise<void> {
    await this.to(name);
    await this.page.keyboard.type(letters);
  }
  /** Radio buttons: the arrow that leads to the choice. */
  async radio(name: string, presses: readonly string[]): Promise<void> {
    await this.to(name);
    for (const key of presses) await this.press(key);
  }
  async pressOn(name: string, key: "Enter" | "Space" = "Enter"): Promise<void> {
    await this.to(name);
    await this.press(key);
  }
}
