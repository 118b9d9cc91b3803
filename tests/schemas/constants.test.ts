/** Constants are the only source of the figures that the specification fixes: limits, texts, files and code read them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { formatFailure } from "../../server/core/failure-text.ts";
import { SchemaErrors } from "@portolan/engine/compiler";
import type { Lang } from "@portolan/engine";
import { findConstantReads } from "../../tools/schemas/changes/code-references.ts";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import { checkConstants } from "../../tools/schemas/commands/check.ts";
import { hydrateCompiled } from "../../tools/schemas/hydrate-compiled.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dir = join(root, "schemas");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Compiles the product's schemas with other values of constants. */
function compileWith(values: Record<string, unknown>) {
  const all: Record<string, object> = JSON.parse(read("schemas/constants.json"));
  for (const [name, value] of Object.entries(values)) all[name] = { ...all[name], value };
  return compileSchemas(dir, { "schemas/constants.json": JSON.stringify(all) });
}
/** Returns the message that refuses a value of a field; undefined when it passes. */
function findMessage(
  schemas: ReturnType<typeof compileWith>,
  [name, field]: [string, string],
  value: unknown,
  lang: Lang,
) {
  const entity = hydrateCompiled(schemas.entities.get(name)!);
  return entity.check({ [field]: value }, { lang }).errors.find(({ at }) => at === `/${field}`)?.message;
}

describe("a constant", () => {
  const before = compileSchemas(dir);
  const after = compileWith({
    cnyMinimum: "1500",
    remarkMax: 5,
    cardsPerApplicationMax: 12,
    swiftMax: 9,
    ownershipMin: "20",
  });
  const amount = ["withdrawal", "amount"] as [string, string];

  it("limits every field that names it, with the specified message at the specified value [K9 M23]", () => {
    expect(findMessage(before, amount, "1999.99", "en")).toBe("The minimum withdrawal amount shall be 2000 CNY!");
    expect(findMessage(before, amount, "1999.99", "zh")).toBe("单笔付款至少 2,000.00 CNY");
    expect(findMessage(after, amount, "1500", "en")).toBeUndefined();
    expect(findMessage(after, amount, "1499.99", "en")).toBe("The minimum withdrawal amount shall be 1500 CNY!");
    expect(findMessage(after, amount, "1499.99", "zh")).toBe("单笔付款至少 1,500.00 CNY");
    expect(findMessage(after, ["cardApplication", "count"], 13, "en")).toBe("Enter 1 to 12 cards");
    expect(findMessage(after, ["remitPayee", "swift"], "ABCDEFGHIJ", "zh")).toBe("SWIFT 代码为 8-9 位");
    expect(findMessage(after, ["swap", "remark"], "123456", "en")).toBeDefined();
    expect(after.entities.get("onboarding")!.texts.en["field.noHolder25.label"]).toBe("No one holds 20% or more");
  });
  it("that changes is reported at every field that reads it", () => {
    const changes = diffSchemas(before, after, () => undefined).map(({ at, what }) => `${at} ${what}`);
    expect(changes).toEqual(
      expect.arrayContaining([
        "withdrawal.amount limit-loosened",
        "swap.remark limit-tightened",
        "onboarding.shareholders.ownership limit-loosened",
        "constants.cnyMinimum constant-changed",
      ]),
    );
  });
  it("is found where code and texts read it", () => {
    const files = (name: string) => findConstantReads(root, name).map((place) => place.replace(/:\d+$/, ""));
    expect(files("tradingOpens")).toEqual(
      expect.arrayContaining(["server/payments/swap/trading.ts", "locales/en/failures.json"]),
    );
    expect(files("cnyMinimum")).toContain("server/payments/onboarding/default-terms.ts");
    expect(files("swiftMax")).toEqual([]);
    expect(formatFailure("tradingHours", "en")).toBe("The trading time is 09:30-17:00 from Monday to Friday");
  });
  it("must exist, have a value of the type, and be the values of options", () => {
    const edited = (path: string, ...edits: [from: string, to: string][]): Record<string, string> => {
      const text = read(path);
      for (const [from] of edits) expect(text).toContain(from);
      return { [path]: edits.reduce((all, [from, to]) => all.replace(from, to), text) };
    };
    const [withdrawal, card] = ["schemas/entities/withdrawal.json", "schemas/entities/cardApplication.json"];
    const overlay = {
      ...edited(
        withdrawal,
        ['"constants.cnyMinimum"', '"constants.cnyMinimun"'],
        ["{constants.cnyMinimum}", "{constants.cny}"],
      ),
      ...edited(card, ['"constants.cardsPerApplicationMin"', '"constants.cnyMinimum"']),
    };
    let findings: unknown[] = [];
    try {
      compileSchemas(dir, overlay);
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      findings = error.findings.map(({ file, rule, line, text, column, length }) => [
        file,
        rule,
        line > 1 && text.slice(column - 1, column - 1 + length),
      ]);
    }
    expect(findings).toEqual([
      [card, "constant-type", '"constants.cnyMinimum"'],
      [withdrawal, "unknown-constant", '"constants.cnyMinimun"'],
      [withdrawal, "unknown-constant", "{constants.cny}"],
    ]);
  });
});

describe("npm run schemas", () => {
  const home = mkdtempSync(join(tmpdir(), "portolan-constants-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("reports a constant that nothing reads, and a text that names an unknown one", () => {
    cpSync(dir, join(home, "schemas"), { recursive: true });
    cpSync(join(root, "locales/en/failures.json"), join(home, "locales/en/failures.json"));
    const [constants, texts] = ["schemas/constants.json", "locales/en/failures.json"].map((path) => join(home, path));
    const idle = '"idleFigure": { "id": "K9", "value": 1, "source": "none" },\n  "cnyMinimum"';
    writeFileSync(constants!, readFileSync(constants!, "utf8").replace('"cnyMinimum"', idle));
    writeFileSync(texts!, readFileSync(texts!, "utf8").replace("constants.tradingOpens", "constants.tradingOpen"));
    const found = checkConstants(compileSchemas(join(home, "schemas")), join(home, "schemas"));
    expect(found.map(({ file, rule, message }) => `${file} ${rule} ${message}`)).toEqual([
      expect.stringMatching(/^schemas\/constants\.json constant-unread .*"idleFigure"/),
      expect.stringMatching(/^locales\/en\/failures\.json unknown-constant .*"tradingOpen"/),
    ]);
  });
});
