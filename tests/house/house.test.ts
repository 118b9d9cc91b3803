/**
 * What the engine must not depend on, what must exist twice or not at all, and what the repository must never contain.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "../../src/payments/settings.ts";
import { failures } from "../../src/contract/failures.ts";
import { code, filesIn, read, readObject, root } from "./source.ts";

describe("the engine", () => {
  it("never compares a kind's name", () => {
    const wrong = code.filter(
      (file) => !file.startsWith("src/engine/kinds/") && /\bkind\.name\s*[!=]==|kindNamed\(\s*["']/.test(read(file)),
    );
    expect(wrong).toEqual([]);
  });
  it("the label of a field, state or event is asked for by name, its key spelled in one file", () => {
    const key =
      /\btext\(\s*["'`](?:field\.[^"'`]*\.label|state\.[^"'`]*|event\.[^."'`]*)["'`],\s*(?:\w+\.)*(?:lang\b|["'])/;
    const wrong = code.filter((file) => file !== "src/engine/entity/labels.ts" && key.test(read(file)));
    expect(wrong).toEqual([]);
  });
  it("src/screens holds three screens", () => {
    expect(readdirSync(join(root, "src/screens")).toSorted()).toEqual(["home", "swap", "verification"]);
  });
  it("only home, exchange, verification and the sessions are drawn by hand", () => {
    const drawn = [
      "home",
      "swap",
      "swapIntra",
      "swapApplication",
      "swapConfirm",
      "verification",
      "validator",
      "sessions",
    ];
    const routing = ["notFound", "redirect"];
    expect([...settings.screens].toSorted()).toEqual([...drawn, ...routing].toSorted());
    const named = [...read("schemas/pages.json").matchAll(/"screen": "(\w+)"/g)].map((match) => match[1] ?? "");
    expect([...new Set(named)].toSorted()).toEqual([...drawn, ...routing].toSorted());
    // Everything else shows records of an entity or the form of a call, as the panel of the bell does.
    expect(read("src/engine/app/layout/NotificationPanel.tsx")).toMatch(/<RecordCards/);
  });
  it("every export says what it is", () => {
    const bare = [
      ...filesIn("src/engine", /\.tsx?$/),
      ...filesIn("src/contract", /\.ts$/),
      ...filesIn("server", /\.ts$/),
    ]
      .filter((file) => !file.endsWith(".gen.ts"))
      .flatMap((file) => {
        const text = read(file);
        const documented = text.trimStart().startsWith("/**");
        return [
          ...text.matchAll(
            /(^|\n)(?!\s*\*)([^\n]*)\n(export (?:async )?(?:function|class|interface|const|type) (\w+))/g,
          ),
        ]
          .filter((match) => !documented && !/\*\/\s*$/.test(match[2]!))
          .map((match) => `${file} ${match[4]}`);
      });
    expect(bare).toEqual([]);
  });
});

/** Returns whether an entity has no calls. */
const isClosed = (file: string) =>
  Object.values(readObject(file)["x-calls"] ?? { list: "" }).every((call) => call === false);

describe("schemas", () => {
  const entities = filesIn("schemas/entities", /\.json$/);
  const pages = read("schemas/pages.json");
  it.each(entities)(
    "%s has a page or another schema that needs it, or the server reads it and no call opens it",
    (file) => {
      const name = file.replace(/^.*\/|\.json$/g, "");
      const others = [
        ...entities,
        ...filesIn("schemas/calls", /\.json$/),
        ...filesIn("schemas/shared", /\.json$/),
        "schemas/contexts.json",
        ...(isClosed(file) ? filesIn("server", /\.ts$/) : []),
      ].filter((other) => other !== file);
      const named = new RegExp(`"${name}"`);
      expect(named.test(pages) || others.some((other) => named.test(read(other)))).toBe(true);
    },
  );
  it.each(entities)("%s has fixtures, unless its rows are data or the ledger's", (file) => {
    const source = (readObject(file)["x-entity"] as { source: string }).source;
    if (source !== "store") return;
    const folder = `tests/schemas/${file.replace(/^.*\/|\.json$/g, "")}`;
    expect(statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() ?? false).toBe(true);
  });
});

describe("words", () => {
  const keys = (value: unknown, at = ""): string[] =>
    typeof value === "object" && value
      ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${at}.${key}`))
      : [at];
  const files = ["locales", "src/engine/locales"].flatMap((folder) =>
    readdirSync(join(root, folder, "zh")).map((name) => [folder, name] as const),
  );
  it.each(files)("%s: %s has the same words in both languages, none empty", (folder, name) => {
    const zh = readObject(`${folder}/zh/${name}`);
    const en = readObject(`${folder}/en/${name}`);
    const holes = (text: unknown): string[] =>
      [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).toSorted();
    // Only English has different singular and plural forms.
    const isOne = (key: string) => key.endsWith("_one");
    expect(
      keys(en)
        .filter((key) => !isOne(key))
        .toSorted(),
    ).toEqual(keys(zh).toSorted());
    for (const key of Object.keys(en).filter(isOne))
      expect([key, holes(en[key])]).toEqual([key, holes(en[key.replace(/_one$/, "")])]);
    for (const key of Object.keys(zh)) expect([key, holes(en[key])]).toEqual([key, holes(zh[key])]);
    expect(JSON.stringify([zh, en])).not.toMatch(/:""/);
  });
  it("every failure has its words", () => {
    const zh = readObject("locales/zh/failures.json");
    expect(Object.keys(failures).filter((name) => typeof zh[name] !== "string")).toEqual([]);
  });
});

describe("the server", () => {
  it.each([
    ["entities by their typed name", /\bentities\.get\(\s*["'`]/],
    ["what generic calls get by typed readers", /\bString\((?:call\.)?body\b/],
  ])("reads %s", (_what, untyped) => {
    expect(filesIn("server", /\.ts$/).filter((file) => untyped.test(read(file)))).toEqual([]);
  });
});

describe("the repository", () => {
  const all = [...code, ...filesIn("tests", /\.(ts|tsx|mjs)$/)];
  it("has no pending, skipped or lonely test and no note to finish later", () => {
    const pending = new RegExp(
      ["\\b(it|test|describe)\\.(skip|only|todo)\\b", "TO" + "DO", "FIX" + "ME", "coming " + "soon"].join("|"),
    );
    expect(all.filter((file) => pending.test(read(file)))).toEqual([]);
  });
});
