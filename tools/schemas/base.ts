/** Schemas of a git revision, for comparison. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { compileSchemas } from "../../server/payments/schemas.ts";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { SchemaErrors, type SchemaError } from "@portolan/engine/compiler";
import { CannotRun } from "./context.ts";

/** File in the schema folder that declares intended breaking changes. */
export const NOTES = "CHANGES.md";
const SCHEMAS = ["*.json", ":(exclude)meta"];
export interface Base {
  schemas: CompiledSchemas;
  /** Content of `CHANGES.md` at that revision. */
  notes: string;
  /** Findings of files that no longer compile. The current versions replace them, so they are not compared. */
  skipped: SchemaError[];
}

/** Returns whether the folder differs from git; undefined when git does not track it. */
export function hasChangedSince(dir: string, ref: string): boolean | undefined {
  try {
    return (
      runGit(dir, "diff", "--name-only", ref, "--", ...SCHEMAS).length > 0 ||
      runGit(dir, "ls-files", "--others", "--exclude-standard", "--", ...SCHEMAS).length > 0
    );
  } catch {
    return undefined;
  }
}

/**
 * Compiles the folder at a commit, branch or tag, in a temporary copy.
 * @throws CannotRun
 */
export function readBase(dir: string, ref: string): Base {
  const home = mkdtempSync(join(tmpdir(), "portolan-base-"));
  const copy = join(home, basename(dir));
  try {
    mkdirSync(copy);
    execFileSync("tar", ["-x", "-C", copy], { input: runGit(dir, "archive", "--format=tar", ref, "--", ".") });
    return {
      ...compileCopy(copy, dir),
      notes: existsSync(join(copy, NOTES)) ? readFileSync(join(copy, NOTES), "utf8") : "",
    };
  } catch (error) {
    if (error instanceof SchemaErrors)
      throw new CannotRun(
        `the schemas of ${ref} do not compile any more, so there is nothing to compare with: ${error.message.split("\n")[0]}`,
      );
    throw new CannotRun(`git has no schemas of ${ref}: ${formatReason(error)}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Replaces files that the current schema language rejects by their current versions, until the rest compiles. */
function compileCopy(copy: string, dir: string): Pick<Base, "schemas" | "skipped"> {
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

/** Runs git in a folder and returns its output. */
export const runGit = (dir: string, ...args: string[]): Buffer =>
  execFileSync("git", args, { cwd: dir, maxBuffer: 256 * 1024 * 1024, stdio: ["ignore", "pipe", "pipe"] });
const formatReason = (error: unknown) =>
  (String((error as { stderr?: unknown }).stderr ?? "").trim() || String((error as Error).message)).split("\n")[0]!;
