/**
 * `npm run build`: builds the portal (`dist/portal`) and the server (`dist/server`) if any source has changed since the
 * last build.
 */
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { install, root, run } from "./install.mjs";

const SOURCES = [
  "src",
  "server",
  "bin",
  "locales",
  "public",
  "index.html",
  "vite.config.ts",
  "tools",
  "package-lock.json",
];

/** Hashes the name, size and modification time of every source file, to detect changes since the last build. */
function fingerprint() {
  const hash = createHash("sha256");
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const source of [...SOURCES.map((name) => join(root, name)), schemasDir()]) visit(source);
  return hash.digest("hex");
}
/** Compresses static files at build time, so that the server can send them as they are. */
function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < 1_024) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    );
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
const schemasDir = () => process.env.SCHEMAS_DIR ?? join(root, "schemas");
const outDir = () => process.env.BUILD_DIR ?? join(root, "dist");

export function build() {
  const stamp = join(outDir(), ".built");
  const now = fingerprint();
  try {
    if (readFileSync(stamp, "utf8") === now) return;
  } catch {
    // Not built yet.
  }
  console.log("Building the portal and the server …");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  run(process.execPath, [vite, "build", "--logLevel", "warn"]);
  run(process.execPath, [vite, "build", "--logLevel", "warn", "--ssr"]);
  precompress(join(outDir(), "portal"));
  mkdirSync(outDir(), { recursive: true });
  writeFileSync(stamp, now);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  build();
}
