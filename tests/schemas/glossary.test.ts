/**
 * `npm run schemas` rejects terms outside of the glossary, reports location and replacement, and respects texts fixed
 * by the specification.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { describe as write, SchemaErrors } from "@portolan/engine/compiler";
import { checkGlossary, findFixedLabel, readFixed, readTexts } from "../../tools/schemas/glossary.ts";
import { schemasCommand } from "../../tools/schemas/command.ts";
import aliases from "../../schemas/aliases.json" with { type: "json" };
import { checklist } from "../specification/checklist.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const schemas = join(root, "schemas");
const home = mkdtempSync(join(tmpdir(), "portolan-glossary-"));
const dir = join(home, "schemas");
const copy = (file: string) => cpSync(join(root, file), join(home, file), { recursive: true });
["schemas/fixed-labels.json", "schemas/entities/withdrawal.json", "schemas/entities/clearing.json"].forEach(copy);
["locales/zh/home.json", "locales/en/home.json", "locales/en/failures.json"].forEach(copy);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const GLOSSARY = {
  terms: [
    { zh: "单据", en: "Documents", never: { zh: ["单证证"], en: ["zorg-"] } },
    { zh: "提现", en: "Withdraw", at: ["clearing", "home.step"], never: { en: ["quib"] } },
    { zh: "失败", en: "Failed", never: { en: ["asynchronous"] } },
    { zh: "余额不足", en: "You are short", never: { en: ["insufficient withdraw"] } },
  ],
};
writeFileSync(join(dir, "glossary.json"), JSON.stringify(GLOSSARY));

/** Replaces a text in a copied file. Returns the findings in that file as `line word`. */
function plant(file: string, from: string, to: string): string[] {
  const path = join(home, file);
  const before = readFileSync(path, "utf8");
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
  const found = checkGlossary(dir).filter((finding) => finding.file === file);
  writeFileSync(path, before);
  return found.map(
    ({ line, column, rule, text, length }) => `${line} ${rule} ${text.slice(column - 1).slice(0, length)}`,
  );
}

describe("the glossary", () => {
  it("rejects a forbidden word in schemas and locales with line and column, by whole word or prefix", () => {
    expect(plant("schemas/entities/withdrawal.json", '"en": "Submit payment"', '"en": "Submit zorgs"')).toEqual([
      expect.stringMatching(/^\d+ wrong-word zorgs$/),
    ]);
    expect(plant("locales/zh/home.json", '"走势"', '"走势单证证"')).toEqual([
      expect.stringMatching(/^\d+ wrong-word 单证证$/),
    ]);
    expect(plant("locales/en/home.json", '"Mid-market"', '"Azorg {zorg}"')).toEqual([]);
  });
  it("rejects a word of one entity in that entity only", () => {
    expect(plant("schemas/entities/clearing.json", '"en": "Sent to the bank"', '"en": "Quib it"')).toHaveLength(1);
    expect(plant("schemas/entities/withdrawal.json", '"en": "Sent to the bank"', '"en": "Quib it"')).toEqual([]);
    expect(plant("locales/en/home.json", '"Add a payee"', '"Quib it"')).toHaveLength(1);
  });
  it("allows labels and messages that the specification fixes, and rejects others in their place", () => {
    expect(checkGlossary(dir)).toEqual([]);
    expect(
      plant("schemas/entities/withdrawal.json", '"en": "Waiting for asynchronous result"', '"en": "Refused"'),
    ).toEqual([expect.stringMatching(/^\d+ fixed-label "Refused"$/)]);
    expect(
      plant("locales/en/failures.json", '"Insufficient withdraw amount!"', '"Insufficient withdraw amount!"'),
    ).toEqual([]);
    expect(
      plant("locales/en/failures.json", '"Insufficient withdraw amount!"', '"Insufficient withdraw amounts"'),
    ).toHaveLength(1);
  });
  it("names the replacement in the user's language, and fails npm run schemas", async () => {
    const path = join(home, "locales/en/home.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"Mid-market"', '"Zorg"'));
    const [finding] = checkGlossary(dir);
    expect(write(finding!, "en")).toContain('"Zorg" is the wrong term here; write: Documents');
    expect(write(finding!, "zh")).toContain('这里不说 "Zorg"，应为：单据');
    ["schemas", "locales"].forEach(copy);
    writeFileSync(path, readFileSync(path, "utf8").replace('"Mid-market"', '"Zorg"'));
    writeFileSync(join(dir, "glossary.json"), JSON.stringify(GLOSSARY));
    const { status, text } = await schemasCommand(["check"], dir, join(home, "none"));
    expect({ status, text }).toEqual({ status: 1, text: expect.stringContaining("locales/en/home.json:") });
  });
  it("is rejected if it is not JSON", () => {
    writeFileSync(join(dir, "glossary.json"), "{");
    expect(() => checkGlossary(dir)).toThrow(SchemaErrors);
  });
});

describe("shipped texts", () => {
  const texts = readTexts(schemas);
  const fixed = readFixed(schemas);
  it("contain every fixed label and message of the specification [S1-S6 V20-V22 M1-M23]", () => {
    const labels = texts.flatMap((text) => {
      const label = findFixedLabel(text, fixed);
      return label === undefined ? [] : [[text.value, label]];
    });
    for (const { labels: set } of fixed.labels)
      for (const label of Object.values(set)) expect(labels, label).toContainEqual([label, label]);
    for (const [value, label] of labels) expect(value).toBe(label);
    const said = [...new Set(texts.map(({ value }) => value))];
    // A message may follow a clause of its own: "Password changed, please log in again".
    for (const message of Object.values(fixed.messages))
      expect(said.filter((text) => text === message || text.endsWith(`, ${message}`)).length, message).toBeGreaterThan(
        0,
      );
    for (const { id, text } of checklist) if (id.startsWith("M")) expect(fixed.messages[id]).toBe(text);
  });
  it("follow the glossary", () => {
    expect(checkGlossary(schemas).map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
  });
  it("have former names only for existing pages and tabs", () => {
    const pages: { id: string; tabs?: { id: string }[] }[] = JSON.parse(
      readFileSync(join(schemas, "pages.json"), "utf8"),
    );
    const places = pages.flatMap(({ id, tabs = [] }) => [id, ...tabs.map((tab) => `${id}.${tab.id}`)]);
    expect(places).toEqual(expect.arrayContaining(Object.keys(aliases)));
  });
});
