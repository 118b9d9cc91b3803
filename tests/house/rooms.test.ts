/** Allowed imports: layers within a part by folder, parts and packages by prefix. */
import { describe, expect, it } from "vitest";
import { parts, roomOf, type Part } from "./floors.ts";
import { code, filesIn, importsOf, read } from "./source.ts";

/** Allowed imports by file. The first matching rule applies; modules and packages are matched by prefix. */
const HEADLESS = [
  "ajv",
  "ajv-formats",
  "@rjsf/validator-ajv8",
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
const REACT = [
  "react",
  "react-dom",
  "@mui/",
  "@emotion/",
  "@rjsf/",
  "@tanstack/",
  "lucide-react",
  "react-router-dom",
  "dayjs",
];
const DOORS = ["src/engine/index.ts", "src/engine/ui.tsx", "src/engine/theme.css"];
const APP = "src/engine/app.tsx";
/**
 * The product's vocabulary may import only the engine's entry points, including its compiler where schemas are
 * compiled.
 */
const PAYMENTS = "src/payments/";
const CONSTANTS = "src/contract/constants.gen.ts";
const rules: [RegExp, string[]][] = [
  [
    /^src\/engine\/(vite|folder|virtual-schemas)\b/,
    ["src/engine/", "node:", "virtual:schemas/", "vite", "@vitejs/plugin-react"],
  ],
  [/^src\/engine\/app\b/, ["src/engine/", "virtual:schemas/", "ofetch", "i18next", ...HEADLESS, ...REACT]],
  [/^src\/engine\/.*\.tsx$/, ["src/engine/", ...HEADLESS, ...REACT]],
  [/^src\/engine\/.*\.ts$/, ["src/engine/", ...HEADLESS]],
  // Names of regions come from the lists that the product serves.
  [/^src\/payments\/kinds\/region\/full\.ts$/, ["schemas/data/"]],
  [/^src\/payments\/.*\.tsx$/, [PAYMENTS, ...DOORS, "react", "lucide-react"]],
  [/^src\/payments\/.*\.ts$/, [PAYMENTS, CONSTANTS, "src/engine/index.ts", "src/engine/compiler.ts", ...HEADLESS]],
  [/^src\/contract\//, ["src/contract/", "src/engine/index.ts"]],
  [/^src\/screens\/([^/]+)\//, [...DOORS, APP, "src/contract/", "react", "lucide-react", "src/screens/$1/"]],
  [
    /^src\/app\//,
    [
      "src/app/",
      "src/screens/",
      "src/contract/",
      PAYMENTS,
      ...DOORS,
      APP,
      "schemas/",
      "locales/",
      "react",
      "lucide-react",
    ],
  ],
  // The workbench page is treated like a portal app and looks like one; its own server compiles schemas for it.
  [
    /^tools\/workbench\/page\//,
    [
      "tools/workbench/",
      ...DOORS,
      PAYMENTS,
      "src/app/theme/",
      "@portolan/engine/locales/",
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
      "src/engine/folder.ts",
      "src/engine/vite.ts",
      PAYMENTS,
      "schemas/",
      "locales/",
      "node:",
      "*",
    ],
  ],
];

const numberOf = (part: Part, room: string): number => part.floors.findIndex((floor) => floor.includes(room));

/** Returns the imports of a part that do not point to a lower layer, as `from -> to`. */
function wrongEdges(part: Part): string[] {
  return filesIn(part.folder, /\.tsx?$/).flatMap((file) => {
    const own = roomOf(part, file);
    if (own === undefined) return [`${file} stands in no room`];
    return importsOf(file)
      .filter((name) => {
        if (!name.startsWith(`${part.folder}/`) || name.endsWith(".css")) return false;
        const other = roomOf(part, name);
        return other === undefined || (other !== own && numberOf(part, other) >= numberOf(part, own));
      })
      .map((name) => `${file} -> ${name}`);
  });
}

describe.each(parts)("rooms of $folder", (part) => {
  it("import their own room and lower floors", () => {
    expect(wrongEdges(part)).toEqual([]);
  });
  it("have a file each", () => {
    const used = new Set(filesIn(part.folder, /\.tsx?$/).map((file) => roomOf(part, file)));
    expect(part.floors.flat().filter((room) => !used.has(room))).toEqual([]);
  });
});

/** The only importer of the sandbox outside of its folder: the composition root of the product. */
const ROOT = "server/payments/product.ts";

describe("imports", () => {
  it("of the sandbox stand in its folders and in the composition root alone", () => {
    const isSandbox = (file: string) => /^server\/(.*\/)?(sandbox|demo)\//.test(file);
    const others = code.filter((file) => file.startsWith("server/") && !isSandbox(file));
    const importing = others.filter((file) => importsOf(file).some((name) => isSandbox(name)));
    expect(importing).toEqual([ROOT]);
  });
  it("aside, the server names the sandbox only in settings, on the wire and in headers", () => {
    const naming = code.filter(
      (file) =>
        /^server\/(?!(.*\/)?(sandbox|demo)\/|config\/)/.test(file) &&
        /sandbox/i.test(read(file).replaceAll("server/sandbox", "")),
    );
    expect(naming).toEqual([
      "server/export/create-file-download.ts",
      "server/http/headers.ts",
      ROOT,
      "server/serve.ts",
    ]);
  });
  it("of a product stand in its rooms, its root and the entry alone", () => {
    const isProduct = (name: string) => /^server\/(payments|sandbox)\/|^src\/payments\//.test(name);
    const importing = code.filter(
      (file) => file.startsWith("server/") && !isProduct(file) && importsOf(file).some((name) => isProduct(name)),
    );
    expect(importing).toEqual(["server/serve.ts"]);
  });
  it.each(code)("%s imports only what its room may", (file) => {
    const [pattern, allowed] = rules.find(([where]) => where.test(file))!;
    const own = file.match(pattern)?.[1] ?? "";
    const wrong = importsOf(file).filter((name) => {
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
  it("no .ts imports a .tsx, the door of the app kit excepted", () => {
    const wrong = code
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.endsWith(".tsx") && name !== APP)
          .map((name) => `${file} -> ${name}`),
      );
    expect(wrong).toEqual([]);
  });
  it("an index inside a room is a list, the two doors excepted", () => {
    const heaps = code.filter(
      (file) => /\/index\.tsx?$/.test(file) && !DOORS.includes(file) && /export \* from/.test(read(file)),
    );
    expect(heaps).toEqual([]);
  });
});
