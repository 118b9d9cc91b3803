/** The schemas as they are in git, to compare with. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { compileSchemas } from "../../server/product-schemas.ts";
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import { SchemaErrors, type SchemaError } from "../../src/engine/compiler.ts";
import { CannotRun } from "./commands/command.ts";

/** Notes on changes that break something and are meant; beside the schemas. */
export const NOTES = "CHANGES.md";
const SCHEMAS = ["*.json", ":(exclude)meta"];
export interface Base {
  schemas: CompiledSchemas;
  /** The text of `CHANGES.md` there. */
  notes: string;
  /** Findings of files that do not compile any more as they were then; the present ones stand in their place, so nothing is said of them. */
  skipped: SchemaError[];
}

/** Whether anything in the folder differs from what git has; undefined where git keeps no such folder. */
export function differsFrom(dir: string, ref: string): boolean | undefined {
  try {
    return (
      git(dir, "diff", "--name-only", ref, "--", ...SCHEMAS).length > 0 ||
      git(dir, "ls-files", "--others", "--exclude-standard", "--", ...SCHEMAS).length > 0
    );
  } catch {
    return undefined;
  }
}

/** Compiles the folder as it was at a commit, branch or tag. The copy that it takes is removed again. Throws `CannotRun`. */
export function readBase(dir: string, ref: string): Base {
  const home = mkdtempSync(join(tmpdir(), "portolan-base-"));
  const copy = join(home, basename(dir));
  try {
    mkdirSync(copy);
    execFileSync("tar", ["-x", "-C", copy], { input: git(dir, "archive", "--format=tar", ref, "--", ".") });
    return {
      ...compiled(copy, dir),
      notes: existsSync(join(copy, NOTES)) ? readFileSync(join(copy, NOTES), "utf8") : "",
    };
  } catch (error) {
    if (error instanceof SchemaErrors)
      throw new CannotRun(
        `the schemas of ${ref} do not compile any more, so there is nothing to compare with: ${error.message.split("\n")[0]}`,
      );
    throw new CannotRun(`git has no schemas of ${ref}: ${reason(error)}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The language of schemas may have changed since: a file that it does not take any more is left out by taking the present one. */
function compiled(copy: string, dir: string): Pick<Base, "schemas" | "skipped"> {
  const overlay: Record<string, string> = {};
  const skipped: SchemaError[] = [];
  for (;;) {
    try {
      return { schemas: compileSchemas(copy, overlay), skipped };
    } catch (error) {
      const findings =
        error instanceof SchemaErrors ? error.findings.filter(({ file }) => overlay[file] === undefined) : [];
      if (findings.length === 0) throw error;
      for (const finding of findings) {
        const path = join(dir, finding.file.slice(basename(dir).length + 1));
        if (!existsSync(path)) throw error;
        if (overlay[finding.file] === undefined) skipped.push(finding);
        overlay[finding.file] = readFileSync(path, "utf8");
      }
    }
  }
}

const git = (dir: string, ...args: string[]): Buffer =>
  execFileSync("git", args, { cwd: dir, maxBuffer: 256 * 1024 * 1024, stdio: ["ignore", "pipe", "pipe"] });
const reason = (error: unknown) =>
  (String((error as { stderr?: unknown }).stderr ?? "").trim() || String((error as Error).message)).split("\n")[0]!;
