/** The rules of the house, checked: who may import whom, what the engine may not know, what must exist twice or not at all. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { failures } from "../src/contract/failures.ts";
import { kinds } from "../src/engine/kinds/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const json = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

function files(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? files(path, ending) : ending.test(entry.name) ? [path] : [];
  });
}
const code = [...files("src", /\.tsx?$/), ...files("server", /\.ts$/), ...files("tools", /\.(tsx?|mjs)$/)];

/** Every module that a file names, static or dynamic; own ones as paths from the root. */
function imports(file: string): string[] {
  const found = [
    ...read(file).matchAll(
      /^\s*(?:import|export)\s[^"'`;=]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\)|^import\s+["']([^"']+)["']/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
  return found.map((name) => (name.startsWith(".") ? relative(root, resolve(root, dirname(file), name)) : name));
}

/** Who may import what: a file's rule is the first that matches; own modules and packages alike by prefix. */
const HEADLESS = [
  "ajv",
  "ajv-formats",
  "@marcbachmann/cel-js",
  "jsonc-parser",
  "fastest-levenshtein",
  "ibantools",
  "libphonenumber-js",
  "nzh",
  "uqr",
  "@noble/hashes",
  "@e965/xlsx",
  "scslre",
  "refa",
  "@eslint-community/regexpp",
];
const REACT = ["react", "react-dom", "@mui/", "@emotion/", "@rjsf/", "@tanstack/", "lucide-react", "react-router-dom"];
const DOORS = ["src/engine/index.ts", "src/engine/ui.tsx"];
const rules: [RegExp, string[]][] = [
  [/^src\/engine\/.*\.tsx$/, ["src/engine/", ...HEADLESS, ...REACT]],
  [/^src\/engine\/.*\.ts$/, ["src/engine/", ...HEADLESS]],
  [/^src\/contract\//, ["src/contract/", "schemas/constants.json", "src/engine/index.ts"]],
  [
    /^src\/client\//,
    [
      "src/client/",
      "src/contract/",
      "src/engine/index.ts",
      "locales/",
      "virtual:words/",
      "ofetch",
      "i18next",
      "@noble/hashes",
    ],
  ],
  [/^src\/screens\/([^/]+)\//, [...DOORS, "src/contract/", "src/client/", "react", "lucide-react", "src/screens/$1/"]],
  [
    /^src\/app\//,
    [
      "src/app/",
      "src/screens/",
      "src/client/",
      "src/contract/",
      ...DOORS,
      "schemas/",
      "locales/",
      "virtual:schemas/",
      ...REACT,
    ],
  ],
  // The workbench's page stands where a portal's app does, and looks like it; its own server compiles for it.
  [
    /^tools\/workbench\/page\//,
    [
      "tools/workbench/",
      ...DOORS,
      "src/app/theme/",
      "locales/",
      "schemas/meta/",
      "react",
      "react-dom",
      "lucide-react",
      "@codemirror/",
      "@lezer/highlight",
      "jsonc-parser",
    ],
  ],
  [
    /^(server|tools)\//,
    [
      "server/",
      "tools/",
      "tests/",
      "src/contract/",
      "src/engine/index.ts",
      "src/engine/compiler.ts",
      "schemas/",
      "locales/",
      "node:",
      "*",
    ],
  ],
];

describe("rooms", () => {
  it.each(code)("%s imports only what its room may", (file) => {
    const [pattern, allowed] = rules.find(([where]) => where.test(file))!;
    const own = file.match(pattern)?.[1] ?? "";
    const wrong = imports(file).filter((name) => {
      const isOwn =
        name.startsWith("src/") ||
        name.startsWith("server/") ||
        name.startsWith("tools/") ||
        name.startsWith("tests/") ||
        name.startsWith("bench/");
      if (!isOwn && allowed.includes("*")) return false;
      return !allowed.some(
        (prefix) => name === prefix || name.startsWith(prefix.replace("$1", own).replace(/(?<![/:.\w])$/, "")),
      );
    });
    expect(wrong).toEqual([]);
  });
  it("no .ts imports a .tsx", () => {
    const wrong = code
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
      .flatMap((file) =>
        imports(file)
          .filter((name) => name.endsWith(".tsx"))
          .map((name) => `${file} -> ${name}`),
      );
    expect(wrong.filter((line) => !line.startsWith("src/app/"))).toEqual([]);
  });
  it("an index inside a room is a list, the two doors excepted", () => {
    const heaps = code.filter(
      (file) => /\/index\.tsx?$/.test(file) && !DOORS.includes(file) && /export \* from/.test(read(file)),
    );
    expect(heaps).toEqual([]);
  });
});

describe("the engine", () => {
  const entities = files("schemas/entities", /\.json$/).map((file) => file.replace(/^.*\/|\.json$/g, ""));
  const calls = files("schemas/calls", /\.json$/).map((file) => file.replace(/^.*\/|\.json$/g, ""));
  const pages = (JSON.parse(read("schemas/pages.json")) as { path: string }[]).map((page) => page.path);
  // A reference list may bear the name of a kind (currency, country), and of a word that every engine needs.
  const common = new Set([
    ...kinds.map((kind) => kind.name),
    "menu",
    "notification",
    "branch",
    "province",
    "city",
    "bank",
    "purpose",
    "area",
    "login",
    "context",
    "card",
    "merchantName",
  ]);
  const names = [...entities, ...calls].filter((name) => !common.has(name));
  it.each(files("src/engine", /\.tsx?$/))("%s knows no entity, call or page", (file) => {
    const text = read(file)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/^\s*\/\/.*$/gm, "");
    expect(names.filter((name) => new RegExp(`["'\`.]${name}["'\`.]`).test(text))).toEqual([]);
    expect(pages.filter((page) => page.length > 1 && text.includes(`"${page}"`))).toEqual([]);
  });
  it("never compares a kind's name", () => {
    const wrong = code.filter(
      (file) => !file.startsWith("src/engine/kinds/") && /\bkind\.name\s*[!=]==|kindNamed\(\s*["']/.test(read(file)),
    );
    expect(wrong).toEqual([]);
  });
  it("no consumer, page or shared handler names a field that an entity declares", () => {
    const declared = entities.flatMap((name) =>
      Object.keys((json(`schemas/entities/${name}.json`)["properties"] ?? {}) as object),
    );
    // Names of two words: a word alone (number, title, file) may mean anything. Kinds and the examples of keywords have such names of their own. A function of rules and the envelope's own field are left.
    const fields = new Set(
      declared.filter((name) => /[A-Z]/.test(name) && !["dayOf", "traceId", "createdAt", "updatedAt"].includes(name)),
    );
    expect(fields.size).toBeGreaterThan(100);
    const shared = [
      ...files("src/engine", /\.tsx?$/).filter((file) => !/^src\/engine\/(kinds|keywords)\//.test(file)),
      ...files("src/app", /\.tsx?$/),
      ...files("server/http", /\.ts$/),
      ...files("server/lifecycle", /\.ts$/),
    ];
    // The terms in force are chosen by their day, and an event's reason is the lifecycle's own: all that it reads of a schema.
    const known = new Set([
      "server/lifecycle/contexts.ts effectiveFrom",
      "server/lifecycle/reasons.ts reasonCode",
      "server/lifecycle/reasons.ts bankText",
      "server/http/localised.ts reasonCode",
    ]);
    const wrong = shared.flatMap((file) =>
      [
        ...read(file)
          .replace(/\/\*[\s\S]*?\*\//g, "")
          .matchAll(/["'](\w+)["']/g),
      ].flatMap(([, name]) => (fields.has(name!) ? [`${file} ${name}`] : [])),
    );
    expect(wrong.filter((line) => !known.has(line))).toEqual([]);
  });
  it("src/screens holds three screens", () => {
    expect(readdirSync(join(root, "src/screens")).toSorted()).toEqual(["home", "swap", "verification"]);
  });
  it("every export says what it is", () => {
    const bare = [...files("src/engine", /\.tsx?$/), ...files("src/contract", /\.ts$/), ...files("server", /\.ts$/)]
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

describe("schemas", () => {
  const entities = files("schemas/entities", /\.json$/);
  const pages = read("schemas/pages.json");
  it.each(entities)("%s has a page or another schema that needs it", (file) => {
    const name = file.replace(/^.*\/|\.json$/g, "");
    const others = [
      ...entities,
      ...files("schemas/calls", /\.json$/),
      ...files("schemas/shared", /\.json$/),
      "schemas/contexts.json",
    ].filter((other) => other !== file);
    const named = new RegExp(`"${name}"`);
    expect(named.test(pages) || others.some((other) => named.test(read(other)))).toBe(true);
  });
  it.each(entities)("%s has fixtures, unless its rows are data or the ledger's", (file) => {
    const source = (json(file)["x-entity"] as { source: string }).source;
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
  it.each(readdirSync(join(root, "locales/zh")))("%s has the same words in both languages, none empty", (name) => {
    const zh = json(`locales/zh/${name}`);
    const en = json(`locales/en/${name}`);
    const holes = (text: unknown): string[] =>
      [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).toSorted();
    // Only English says one differently from several.
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
    const zh = json("locales/zh/failures.json");
    expect(Object.keys(failures).filter((name) => typeof zh[name] !== "string")).toEqual([]);
  });
});

describe("the repository", () => {
  const all = [...code, ...files("tests", /\.(ts|tsx|mjs)$/)];
  it("has no pending, skipped or lonely test and no note to finish later", () => {
    const pending = new RegExp(
      ["\\b(it|test|describe)\\.(skip|only|todo)\\b", "TO" + "DO", "FIX" + "ME", "coming " + "soon"].join("|"),
    );
    expect(all.filter((file) => pending.test(read(file)))).toEqual([]);
  });
  it("names no registry in the lock file", () => {
    expect(read("package-lock.json")).not.toContain('"resolved"');
  });
  it("has no file that is several ideas", () => {
    const long = all.filter(
      (file) => !file.endsWith(".gen.ts") && read(file).split("\n").length > (file.startsWith("tests/") ? 400 : 320),
    );
    expect(long).toEqual([]);
  });
});
