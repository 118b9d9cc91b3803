/**
 * Renames fields in a copy of the generated types, and columns in a copy of the statements that create their tables,
 * and runs tsc. Code that still compiles accesses a record, request, response or SQL row without its type.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TYPES = "src/contract/types.gen.ts";
/** Handlers, screens, views and app, where a file that names the call or entity accesses it through its type. */
const ROOTS = [
  "server/calls",
  "server/payments/account",
  "server/payments/calls",
  "src/screens",
  "src/payments/views",
  "src/app",
  "src/engine/app",
];
/** Tests that use the types import them. */
const TESTS = "tests";
const CONTRACT = /\b(CallBody|CallResponse|EntityRow)</;
/** Where tables are created and queried. */
const SERVER = "server";
/** Functions whose first argument is the name of a call or entity. */
const NAMING = "handler|paymentHandler|call|ask|loadCall|typeRow|presentRow|listRowsIn|entity|loadEntity";

/** A field and its call or entity (`login.username`), or a column and its table (`portal_user.login_hash`). */
interface Renamed {
  owner: string;
  field: string;
}
export interface RenameReport {
  /** Uses found in the sources, as `path:line`, by `login.username`. */
  uses: Record<string, string[]>;
  /** Uses for which tsc reports no error. */
  missed: string[];
  /** Errors in the engine below the app kit, which must not depend on any field of the product. */
  engine: string[];
}

/**
 * Renames the fields and columns, runs tsc once and compares its errors with the uses.
 * @throws Error for a name that neither the types nor a table declare
 */
export async function checkRename(names: readonly string[]): Promise<RenameReport> {
  const renamed = names.map(readName);
  const columns = renamed.map(renameColumn);
  const fields = renamed.filter((_one, index) => !columns[index]);
  const types = fields.reduce(renameField, readFileSync(join(ROOT, TYPES), "utf8"));
  const copy = mkdtempSync(join(tmpdir(), "portolan-types-"));
  try {
    copySources(copy);
    const tests = readSources([TESTS], (text) => CONTRACT.test(text)).map(({ path }) => path);
    const config = { extends: "./tsconfig.json", include: ["src", "server", "tools/virtual-schemas.d.ts", ...tests] };
    writeFileSync(join(copy, "tsconfig.copy.json"), JSON.stringify(config));
    writeFileSync(join(copy, TYPES), types);
    for (const column of columns) if (column) writeFileSync(join(copy, column.path), column.text);
    const errors = await runTsc(copy);
    const uses = Object.fromEntries(
      renamed.map((one, index) => [names[index] ?? "", fields.includes(one) ? findUses(one) : findColumnUses(one)]),
    );
    const noticed = new Set(errors);
    return {
      uses,
      missed: Object.values(uses).flatMap((locations) => locations.filter((location) => !noticed.has(location))),
      engine: errors.filter(
        (location) => location.startsWith("src/engine/") && !location.startsWith("src/engine/app/"),
      ),
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function readName(name: string): Renamed {
  const [owner, field, ...more] = name.split(".");
  if (!owner || !field || more.length > 0) throw new Error(`"${name}" is not call.field or entity.field`);
  return { owner, field };
}

const toPascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Renames the field in the row, input and request of its owner. */
function renameField(text: string, { owner, field }: Renamed): string {
  const type = toPascalCase(owner);
  const member = new RegExp(`^( {2})${field}(\\??:)`, "m");
  let count = 0;
  const next = text.replace(
    new RegExp(`export type ${type}(?:Input|Request)? = \\{\\n[\\s\\S]*?\\n\\};`, "g"),
    (declared) =>
      declared.replace(member, (_whole, indent: string, colon: string) => {
        count += 1;
        return `${indent}${field}Renamed${colon}`;
      }),
  );
  if (count === 0) throw new Error(`${TYPES} declares no ${owner}.${field}`);
  return next.replace(new RegExp(`(Pick<${type}, [^>]*)"${field}"`, "g"), `$1"${field}Renamed"`);
}

/** Returns the file that creates the column, with the column renamed; undefined when no table has this name. */
function renameColumn({ owner, field }: Renamed): { path: string; text: string } | undefined {
  const statement = new RegExp(
    `(CREATE TABLE IF NOT EXISTS ${owner} \\([^\`]*?\\b|ALTER TABLE ${owner} ADD COLUMN IF NOT EXISTS )${field}(?= \\w)`,
  );
  const file = readSources([SERVER], (text) => statement.test(text))[0];
  return file && { path: file.path, text: file.text.replace(statement, `$1${field}_renamed`) };
}

/** Scope of the packages of this repository. */
const OWN = "@portolan";
const OWN_LINKS = { recursive: true, verbatimSymlinks: true };

/** Copies the files that tsc reads; data and packages are symlinked. */
function copySources(copy: string): void {
  for (const folder of ["src", "server", "tools", "tests"])
    cpSync(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\.[a-z0-9]+$/i.test(path) || /\.(m?tsx?|m?js|json|css)$/.test(path),
    });
  for (const linked of ["schemas", "locales"]) symlinkSync(join(ROOT, linked), join(copy, linked));
  // The packages of this repository are links that must lead into the copy.
  cpSync(join(ROOT, "node_modules", OWN), join(copy, "node_modules", OWN), OWN_LINKS);
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((entry) => entry !== OWN))
    symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
  for (const file of readdirSync(ROOT).filter((name) => /\.(ts|json)$/.test(name)))
    cpSync(join(ROOT, file), join(copy, file));
}

/** Returns the locations of tsc's errors, as `path:line`. */
async function runTsc(folder: string): Promise<string[]> {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const output = await promisify(execFile)(tsc, ["-p", "tsconfig.copy.json", "--pretty", "false"], {
    cwd: folder,
    maxBuffer: 64_000_000,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? "",
  );
  return [...output.matchAll(/^(\S[^(\n]*)\((\d+),\d+\): error/gm)].map(([, path, line]) => `${path}:${line}`);
}

/** Returns every member access, quoted name and destructuring of the field in files that name its owner. */
function findUses({ owner, field }: Renamed): string[] {
  const names = new RegExp(`\\b(${NAMING})\\(\\s*"${owner}(\\.(list|options))?"|<"${owner}(\\.\\w+)?"`);
  const use = new RegExp(`\\.${field}\\b(?!\\()|"${field}"|\\{[^{}()]*\\b${field}\\b[^{}()]*\\}\\s*(=[^=]|\\))`);
  return readSources(ROOTS, () => true)
    .concat(readSources([TESTS], (text) => CONTRACT.test(text)))
    .filter(({ text }) => names.test(text))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (use.test(line) && !/^\s*(\/\*|\*|\/\/)/.test(line) ? [`${path}:${index + 1}`] : [])),
    );
}

/** Returns every access to the column, outside of SQL, in files with statements of its table. */
function findColumnUses({ owner, field }: Renamed): string[] {
  const table = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE) ${owner}\\b`);
  const use = new RegExp(
    `\\w{3}[!?]?\\??\\.${field}\\b|^\\s*(for )?\\(?(const )?.*\\{[^{}()]*\\b${field}\\b[^{}()]*\\}.*( of |=>|\\] = )`,
  );
  const sql = /\b(AND|SELECT|FROM|WHERE|SET|RETURNING|VALUES|CREATE)\b/;
  return readSources([SERVER], (text) => table.test(text)).flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (use.test(line) && !sql.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

function readSources(
  folders: readonly string[],
  isWanted: (text: string) => boolean,
): { path: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }))
      .filter(({ text }) => isWanted(text)),
  );
}
