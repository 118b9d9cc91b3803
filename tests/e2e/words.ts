/** Words of the page on display that the glossary rejects. */
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { createDisplayedCheck } from "../../tools/schemas/glossary.ts";

const check = createDisplayedCheck(fileURLToPath(new URL("../../schemas", import.meta.url)));

/** Returns what the page says to the eye and to a screen reader, a line each. */
const readTexts = (): string[] => {
  const named = [...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")].flatMap((element) =>
    ["aria-label", "title", "placeholder", "alt"].flatMap((name) => element.getAttribute(name) ?? []),
  );
  return [document.title, ...document.body.innerText.split("\n"), ...named];
};

/** Text that is no wording: the English name of the currency beside its code, and keys of statement lines. */
const DATA = /Chinese yuan|\b[a-zA-Z]+-[A-Z]{2}\d{10}\S*/g;

/** Expects that no text of the page has a word that the glossary rejects everywhere. */
export async function expectGlossary(page: Page, what: string): Promise<void> {
  const found = (await page.evaluate(readTexts)).flatMap((text) =>
    check(text.replaceAll(DATA, "")).map((word) => `"${word}" in "${text}"`),
  );
  expect([...new Set(found)], `words that the glossary rejects: ${what}`).toEqual([]);
}
