/**
 * Relative links of the documentation, and references to decisions in comments, lead to files of the repository and
 * their fragments to headings of them.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { code, filesIn, read, root } from "./source.ts";

const FOLDERS = ["docs", "examples", "schemas", "deploy", "server", "src", "tests", "tools", "bench"];
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...FOLDERS.flatMap((folder) => filesIn(folder, /\.md$/)).filter((file) => !/\/(node_modules|dist)\//.test(file)),
];

/** Returns the text without code blocks, which contain no links. */
const readProse = (file: string) => read(file).replace(/^```[\s\S]*?^```/gm, "");

/** Returns the fragments of a page's headings. */
const listFragments = (file: string) =>
  [...readProse(file).matchAll(/^#+ +(.*)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );

/** Returns the targets of a page's relative links. */
const listTargets = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target).filter((target) => !/^[a-z]+:/.test(target));

/** Returns whether a file of the repository, or the heading that the fragment names, is missing. */
function isMissing(target: string, fragment?: string): boolean {
  if (!existsSync(join(root, target))) return true;
  return fragment !== undefined && target.endsWith(".md") && !listFragments(target).includes(fragment);
}

/** Returns the links of a page that lead nowhere. */
function findDeadLinks(file: string, text: string): string[] {
  return listTargets(text).filter((link) => {
    const [path = "", fragment] = link.split("#");
    return isMissing(path === "" ? file : join(dirname(file), path), fragment);
  });
}

/** Returns the references to decisions in a text that lead nowhere, or to no ruling. */
function findDeadReferences(text: string): string[] {
  return [...text.matchAll(/docs\/decisions\/[^\s`"')]*/g)]
    .map(([reference]) => reference)
    .filter((reference) => {
      const [path = "", fragment = ""] = reference.split("#");
      return isMissing(path, fragment);
    });
}

it("finds links to missing files and headings", () => {
  const text =
    "[a](missing.ts) [b](operating.md#no-such-heading) [c](operating.md#the-desk) [d](https://example.com/x)";
  expect(findDeadLinks("docs/providers.md", text)).toEqual(["missing.ts", "operating.md#no-such-heading"]);
});

it("no page of the documentation has a dead link", () => {
  expect(pages.length).toBeGreaterThan(30);
  const dead = pages.flatMap((file) => findDeadLinks(file, readProse(file)).map((link) => `${file}: ${link}`));
  expect(dead).toEqual([]);
});

it("no comment refers to a decision that does not exist", () => {
  const ruling = "docs/decisions/operations.md#operators-act-in-pairs";
  const [missing, page] = ["docs/decisions/operations.md#no-such-ruling", "docs/decisions/0001-router.md"];
  expect(findDeadReferences(`${ruling} ${missing} ${page}`)).toEqual([missing, page]);
  const dead = code.flatMap((file) => findDeadReferences(read(file)).map((reference) => `${file}: ${reference}`));
  expect(dead).toEqual([]);
});
