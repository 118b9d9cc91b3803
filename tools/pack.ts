/**
 * `npm run pack -- <folder>`: writes the packages `@portolan/engine` and `@portolan/server` into `<folder>/<name>`, as
 * JavaScript with types, for products outside this repository. `--tarballs` also packs each as a file in `<folder>`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Below the installed types. */
const CACHE = join(ROOT, ".cache");
/** Folders of the packages. The server contains what it imports from outside its folder. */
const PACKAGES = [
  { name: "engine", folder: "src/engine", contains: ["src/engine"] },
  { name: "server", folder: "server", contains: ["server", "src/contract", "locales"] },
];
/** Modules of threads and of workers of the browser, to which no plain import leads. */
const WORKERS = [
  "server/store/pglite/worker.ts",
  "src/engine/app/client/proof-of-work-worker.ts",
  "src/engine/import/sheet-worker.ts",
];
/** Files that are code, or that only this repository reads. */
const LEFT_OUT = /\.(tsx?|mjs)$|(^|\/)(package\.json|node_modules|payments(-\w+\.json)?)(\/|$)/;
const IMPORTED_JSON = /(\bfrom "[^"]+\.json")(?=;)/g;
const IMPORTED_WORKER = /(\bfrom "[^"]+)\.ts(?=\?worker)/g;

interface Manifest {
  name: string;
  exports: Record<string, string>;
}
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));

/**
 * Returns the sources of the packages by the names of their exports. The compiler does not write files that it finds in
 * `node_modules`.
 */
const listSources = (): Record<string, string[]> =>
  Object.fromEntries(
    PACKAGES.flatMap(({ folder }) => {
      const { name, exports } = readManifest(folder);
      return Object.entries(exports).map(([key, path]) => [join(name, key), [join(ROOT, folder, path)]]);
    }),
  );

/** Compiles the modules that the exports of the packages lead to, with their types, into a folder. */
function compile(folder: string): void {
  const entries = PACKAGES.flatMap((item) =>
    Object.values(readManifest(item.folder).exports)
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(item.folder, path)),
  );
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    // `npm run lint` has checked them.
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ROOT,
    paths: listSources(),
    outDir: folder,
  };
  const files = [...entries, ...WORKERS, "src/engine/virtual-schemas.d.ts"].map((path) => join(ROOT, path));
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, "src/engine/tsconfig.json"), compilerOptions, files }));
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config], { stdio: "inherit" });
  // Node imports JSON only with its type, and the compiler does not rename workers.
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (extname(name) !== ".js") continue;
    const [path, text] = [join(folder, name), readFileSync(join(folder, name), "utf8")];
    const written = text.replace(IMPORTED_JSON, '$1 with { type: "json" }').replace(IMPORTED_WORKER, "$1.js");
    if (written !== text) writeFileSync(path, written);
  }
}

/** Returns the entry of a package's export. */
const describeExport = (folder: string, path: string) => {
  const target = `./dist/${join(folder, path)}`;
  return /\.tsx?$/.test(target)
    ? { types: target.replace(/\.tsx?$/, ".d.ts"), default: target.replace(/\.tsx?$/, ".js") }
    : target;
};

/** Writes the packages into `<folder>/<name>`. */
export function writePackages(folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  const compiled = mkdtempSync(join(CACHE, "pack-"));
  try {
    compile(compiled);
    for (const { name, folder: source, contains } of PACKAGES) {
      const target = join(folder, name);
      rmSync(target, { recursive: true, force: true });
      for (const part of contains) {
        const copy = (from: string, accepts: (path: string) => boolean) =>
          cpSync(join(from, part), join(target, "dist", part), {
            recursive: true,
            filter: (path) => accepts(relative(from, path)),
          });
        copy(ROOT, (path) => !LEFT_OUT.test(path));
        if (part !== "locales") copy(compiled, () => true);
      }
      const { exports, ...manifest } = readManifest(source);
      writeFileSync(
        join(target, "package.json"),
        `${JSON.stringify(
          {
            ...manifest,
            private: undefined,
            files: ["dist"],
            exports: Object.fromEntries(
              Object.entries(exports).map(([key, path]) => [key, describeExport(source, path)]),
            ),
          },
          undefined,
          2,
        )}\n`,
      );
    }
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [given = ".packages", ...flags] = process.argv.slice(2);
  const folder = resolve(given);
  mkdirSync(dirname(folder), { recursive: true });
  writePackages(folder);
  for (const { name } of PACKAGES)
    if (flags.includes("--tarballs"))
      execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
        cwd: join(folder, name),
        stdio: "inherit",
      });
}
