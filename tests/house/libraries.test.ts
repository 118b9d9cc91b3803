/** The table of libraries in CONTRIBUTING.md: each one is a dependency, and the named file imports it. */
import { describe, expect, it } from "vitest";
import { importsOf, read, readObject } from "./source.ts";

/** Libraries required by the design. */
const NAMED = [
  "react",
  "react-dom",
  "@rjsf/core",
  "@rjsf/validator-ajv8",
  "ajv",
  "ajv-formats",
  "@tanstack/react-table",
  "@tanstack/react-virtual",
  "@tanstack/react-query",
  "react-router-dom",
  "ofetch",
  "@mui/material",
  "@mui/x-date-pickers",
  "i18next",
  "vitest",
  "@playwright/test",
];
const rows = [...read("CONTRIBUTING.md").matchAll(/^\| `([^`]+)` \| ([^|]+) \| (\[[^|]+) \|$/gm)]
  .map(([, library = "", work = "", links = ""]) => ({
    library,
    work,
    files: [...links.matchAll(/\]\(([^)]+)\)/g)].map(([, file = ""]) => file),
  }))
  .filter(({ library }) => !library.includes(" "));
const known = Object.keys({
  ...Object(readObject("package.json")["dependencies"]),
  ...Object(readObject("package.json")["devDependencies"]),
});

describe("the table of libraries", () => {
  it("names each one once", () => {
    expect(rows.map(({ library }) => library)).toEqual(NAMED);
  });
  it.each(rows)("$library is installed and imported by the files named", ({ library, files }) => {
    expect(known).toContain(library);
    expect(files).not.toEqual([]);
    for (const file of files)
      expect(
        importsOf(file).filter((name) => name === library || name.startsWith(`${library}/`)),
        `imports of ${file}`,
      ).not.toEqual([]);
  });
});
